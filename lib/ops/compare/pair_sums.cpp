// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/pair_sums.hpp"

#include <algorithm>
#include <cmath>

#include "ops/compare/number_comparison.hpp"

namespace ncf::ops {
namespace {

/// Parts of a sum.
constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

/// Combines terms 0 to `count` with `join`: adds them, or takes the largest.
template <class Term, class Join>
double reduce(std::size_t count, double start, const Term& term, const Join& join) {
  Lanes parts;
  parts.fill(start);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      parts[lane] = join(parts[lane], term(i + lane));
    }
  }
  for (std::size_t lane = 0; i + lane < count; ++lane) {
    parts[lane] = join(parts[lane], term(i + lane));
  }
  for (std::size_t width = lanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) {
      parts[lane] = join(parts[lane], parts[lane + width]);
    }
  }
  return parts[0];
}

template <class Term>
double sum(std::size_t count, const Term& term) {
  return reduce(count, 0, term, [](double a, double b) { return a + b; });
}

template <class Term>
double largest(std::size_t count, double start, const Term& term) {
  return reduce(count, start, term, [](double a, double b) { return a > b ? a : b; });
}

/// Returns the number of terms that are true.
template <class Term>
std::uint64_t count_if(std::size_t count, const Term& term) {
  return static_cast<std::uint64_t>(sum(count, [&](std::size_t i) { return term(i) ? 1.0 : 0.0; }));
}

Moments moments_of(const Pairs& pairs) {
  const std::size_t count = pairs.count;
  Moments moments;
  moments.count = count;
  moments.base_first = pairs.first[0];
  moments.base_second = pairs.second[0];
  const auto first = [&](std::size_t i) { return pairs.first[i] - moments.base_first; };
  const auto second = [&](std::size_t i) { return pairs.second[i] - moments.base_second; };
  moments.mean_first = sum(count, first) / static_cast<double>(count);
  moments.mean_second = sum(count, second) / static_cast<double>(count);
  const auto first_deviation = [&](std::size_t i) { return first(i) - moments.mean_first; };
  const auto second_deviation = [&](std::size_t i) { return second(i) - moments.mean_second; };
  const auto sum_products = [&](const auto& a, const auto& b) {
    return sum(count, [&](std::size_t i) { return a(i) * b(i); });
  };
  moments.squares_first = sum_products(first_deviation, first_deviation);
  moments.squares_second = sum_products(second_deviation, second_deviation);
  moments.products = sum_products(first_deviation, second_deviation);
  return moments;
}

class Differences {
 public:
  Differences(const Pairs& pairs, const ErrorLimit& limit, std::size_t begin, bool has_places,
              NumberTally& tally)
      : pairs_(pairs), limit_(limit), begin_(begin), has_places_(has_places), tally_(tally) {}

  void add() {
    const std::size_t n = pairs_.count;
    const double largest_error = largest(n, 0, [this](std::size_t i) { return error(i); });
    if (largest_error == 0) return;
    NumberTotals& totals = tally_.totals;
    const auto differs = [this](std::size_t i) { return error(i) > 0; };
    totals.differing += count_if(n, differs);
    totals.exceeding += count_if(n, [this](std::size_t i) { return exceeds(i); });
    totals.zeros_changed += count_if(n, [this](std::size_t i) { return is_zero_changed(i); });
    totals.differences.add(sum(n, [this](std::size_t i) { return pairs_.difference[i]; }));
    totals.squared_differences.add(
        sum(n, [this](std::size_t i) { return pairs_.difference[i] * pairs_.difference[i]; }));
    const std::size_t first = place(find(differs));
    tally_.first_difference = std::min(tally_.first_difference.value_or(first), first);
    note(
        largest_error, [this](std::size_t i) { return error(i); }, tally_.largest_error);
    const auto relative = [this](std::size_t i) { return relative_error(i); };
    note(largest(n, 0, relative), relative, tally_.largest_relative_error);
  }

 private:
  [[nodiscard]] double error(std::size_t i) const { return std::abs(pairs_.difference[i]); }
  [[nodiscard]] double relative_error(std::size_t i) const {
    const double reference = std::abs(pairs_.first[i]);
    return reference > 0 ? error(i) / reference : 0;
  }
  [[nodiscard]] bool exceeds(std::size_t i) const {
    if (limit_.relative == 0) return error(i) > limit_.absolute;
    return relative_error(i) > limit_.relative || is_zero_changed(i);
  }
  [[nodiscard]] bool is_zero_changed(std::size_t i) const {
    return pairs_.first[i] == 0 && error(i) > 0;
  }

  template <class Term>
  void note(double value, const Term& term, Largest& largest) {
    if (value <= largest.value) return;
    largest = {value, place(find([&](std::size_t i) { return term(i) == value; }))};
  }

  /// Returns the first pair for which `term` is true; there is one.
  template <class Term>
  [[nodiscard]] std::size_t find(const Term& term) const {
    std::size_t i = 0;
    while (i + 1 < pairs_.count && !term(i)) ++i;
    return i;
  }

  [[nodiscard]] std::size_t place(std::size_t i) const {
    return begin_ + (has_places_ ? pairs_.place[i] : i);
  }

  const Pairs& pairs_;
  const ErrorLimit& limit_;
  std::size_t begin_;
  bool has_places_;
  NumberTally& tally_;
};

}  // namespace

void add_pairs(const Pairs& pairs, const ErrorLimit& limit, std::size_t begin, bool has_places,
               NumberTally& tally) {
  if (pairs.count == 0) return;
  NumberTotals& totals = tally.totals;
  totals.moments.merge(moments_of(pairs));
  const auto number = [&](std::size_t i) { return pairs.first[i]; };
  totals.most_first = std::max(
      totals.most_first, largest(pairs.count, -std::numeric_limits<double>::infinity(), number));
  totals.least_first =
      std::min(totals.least_first, -largest(pairs.count, -std::numeric_limits<double>::infinity(),
                                            [&](std::size_t i) { return -pairs.first[i]; }));
  Differences(pairs, limit, begin, has_places, tally).add();
}

}  // namespace ncf::ops
