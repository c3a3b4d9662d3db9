// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/bit_information.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "model/schema/schema.hpp"

namespace ncf::transcode {
namespace {

/// Whether the values of any pair differ: a bit is 1 in one of them and not in both.
bool is_any_different(const BitPairCounts& counts) {
  for (std::size_t bit = 0; bit < counts.in_both.size(); ++bit) {
    if (counts.in_first[bit] + counts.in_second[bit] != 2 * counts.in_both[bit]) return true;
  }
  return false;
}

/// p * log2(p / q); 0 if p is 0.
double divergence(double p, double q) { return p > 0 ? p * std::log2(p / q) : 0; }

/// The mutual information of a bit in the two values of a pair.
double mutual_information(double pairs, double in_first, double in_second, double in_both) {
  const double first = in_first / pairs;
  const double second = in_second / pairs;
  return divergence(in_both / pairs, first * second) +
         divergence((in_first - in_both) / pairs, first * (1 - second)) +
         divergence((in_second - in_both) / pairs, (1 - first) * second) +
         divergence((pairs - in_first - in_second + in_both) / pairs, (1 - first) * (1 - second));
}

/// The standard deviations that a normal variable exceeds, up or down, with this probability.
double deviations_exceeded(double probability) {
  double deviations = 0;
  double step = 0;
  // Newton's method: the function is convex, so it converges from 0 upwards.
  do {
    const double excess = std::erfc(deviations / std::numbers::sqrt2) - probability;
    step = excess * std::sqrt(std::numbers::pi / 2) * std::exp(deviations * deviations / 2);
    deviations += step;
  } while (step > 1e-12 * deviations);
  return deviations;
}

/// The information that random bits seem to have: of so many, any exceeds it in one of a hundred
/// cases. The bound for one bit is that of the paper; with Bonferroni's correction it holds for all
/// together, however the bits depend on each other. Without it, chance would find something in
/// every second variable of doubles that is nothing but noise.
/// source: Klöwer and others 2021, Methods, significance of real information
double insignificant_information(double pairs, std::size_t tested_bits) {
  constexpr double by_chance = 0.01;
  const double deviations = deviations_exceeded(by_chance / static_cast<double>(tested_bits));
  const double heads = std::min(1.0, 0.5 + deviations / (2 * std::sqrt(pairs)));
  return divergence(heads, 0.5) + divergence(1 - heads, 0.5);
}

}  // namespace

std::vector<double> information_of(const BitPairCounts& counts, std::size_t tested_bits) {
  std::vector<double> information(counts.in_both.size());
  if (!is_any_different(counts)) return information;
  const auto pairs = static_cast<double>(counts.pairs);
  const double least = insignificant_information(pairs, tested_bits);
  for (std::size_t bit = 0; bit < information.size(); ++bit) {
    const double mutual = mutual_information(pairs, static_cast<double>(counts.in_first[bit]),
                                             static_cast<double>(counts.in_second[bit]),
                                             static_cast<double>(counts.in_both[bit]));
    if (mutual > least) information[bit] = mutual;
  }
  return information;
}

std::optional<int> bits_for_share(const std::vector<double>& information, double share,
                                  const model::Type& type) {
  constexpr std::ptrdiff_t lowest_bits = 4;
  constexpr double above_lowest = 1.5;
  if (information.size() < lowest_bits) return std::nullopt;
  const double least =
      above_lowest * *std::max_element(information.end() - lowest_bits, information.end());
  std::vector<double> counted = information;
  std::replace_if(
      counted.begin(), counted.end(), [least](double bit) { return bit <= least; }, 0.0);
  const double all = std::accumulate(counted.begin(), counted.end(), 0.0);
  if (all == 0) return std::nullopt;
  const int most = model::max_digits(model::Quantization::Mode::bit_round, type);
  const int others = static_cast<int>(counted.size()) - most;
  double kept = 0;
  int bits = 0;
  for (std::size_t bit = 0; bit < counted.size(); ++bit) {
    if (counted[bit] == 0) continue;
    kept += counted[bit];
    bits = static_cast<int>(bit) + 1 - others;
    if (kept > share * all) break;
  }
  return std::max(1, bits);
}

}  // namespace ncf::transcode
