// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/bit_information.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/quantization.hpp"

namespace ncf::transcode {
namespace {

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

/// The information that random bits seem to have; it is exceeded in one of a hundred cases.
/// source: Klöwer and others 2021, Methods, significance of real information
double insignificant_information(double pairs) {
  constexpr double quantile = 2.5758293035489004;  // of the normal distribution, at 0.995
  const double heads = std::min(1.0, 0.5 + quantile / (2 * std::sqrt(pairs)));
  return divergence(heads, 0.5) + divergence(1 - heads, 0.5);
}

}  // namespace

std::vector<double> information_of(const BitPairCounts& counts) {
  std::vector<double> information(counts.in_both.size());
  if (!counts.is_any_different) return information;
  const auto pairs = static_cast<double>(counts.pairs);
  const double least = insignificant_information(pairs);
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
