// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/number_totals.hpp"

#include <algorithm>
#include <cmath>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The counts of all pairs and values.
constexpr std::array all_counts = {
    &NumberTotals::differing,        &NumberTotals::exceeding,
    &NumberTotals::missing_in_first, &NumberTotals::missing_in_second,
    &NumberTotals::became_missing,   &NumberTotals::became_present,
    &NumberTotals::marked_otherwise, &NumberTotals::infinities_changed,
    &NumberTotals::zeros_changed};

/// Parts of a sum. They are independent, so processors add them in parallel; this also loses less.
constexpr std::size_t lanes = 8;

/// Combines terms 0 to `count` with `join`: adds them, or takes the largest.
template <class Term, class Join>
double reduce(std::size_t count, double start, const Term& term, const Join& join) {
  std::array<double, lanes> parts;
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

}  // namespace

void CompensatedSum::add(double term) noexcept {
  const double sum = sum_ + term;
  const bool is_sum_larger = std::abs(sum_) >= std::abs(term);
  lost_ += is_sum_larger ? (sum_ - sum) + term : (term - sum) + sum_;
  sum_ = sum;
}

void CompensatedSum::merge(const CompensatedSum& other) noexcept {
  add(other.sum_);
  lost_ += other.lost_;
}

void CompensatedSum::repeat(std::uint64_t times) noexcept {
  sum_ *= static_cast<double>(times);
  lost_ *= static_cast<double>(times);
}

// If the sum is infinite, the lost part is NaN.
double CompensatedSum::value() const noexcept { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

void Moments::merge(const Moments& other) noexcept {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  const auto before = static_cast<double>(count);
  count += other.count;
  const double part = static_cast<double>(other.count) / static_cast<double>(count);
  const double first = (other.base_first - base_first) + (other.mean_first - mean_first);
  const double second = (other.base_second - base_second) + (other.mean_second - mean_second);
  mean_first += first * part;
  mean_second += second * part;
  squares_first += other.squares_first + first * first * before * part;
  squares_second += other.squares_second + second * second * before * part;
  products += other.products + first * second * before * part;
}

std::optional<double> Moments::correlation() const noexcept {
  if (squares_first <= 0 || squares_second <= 0) return std::nullopt;
  const auto found = finite(products / std::sqrt(squares_first) / std::sqrt(squares_second));
  return found ? std::optional(std::clamp(*found, -1.0, 1.0)) : std::nullopt;
}

void NumberTotals::merge(const NumberTotals& other) noexcept {
  moments.merge(other.moments);
  differences.merge(other.differences);
  squared_differences.merge(other.squared_differences);
  least_first = std::min(least_first, other.least_first);
  most_first = std::max(most_first, other.most_first);
  for (const auto count : all_counts) this->*count += other.*count;
}

NumberTotals NumberTotals::of_equal_pairs(const NumberTotals& pair, std::uint64_t times) {
  NumberTotals totals = pair;
  totals.differences.repeat(times);
  totals.squared_differences.repeat(times);
  const auto repeat = [times](std::uint64_t& count) {
    if (count > 1) throw Error(ErrorCode::internal, "cannot repeat the totals of several pairs");
    count *= times;
  };
  repeat(totals.moments.count);
  for (const auto count : all_counts) repeat(totals.*count);
  return totals;
}

std::optional<double> NumberTotals::bias() const noexcept {
  if (moments.count == 0) return std::nullopt;
  return finite(differences.value() / static_cast<double>(moments.count));
}

std::optional<double> NumberTotals::rmse() const noexcept {
  if (moments.count == 0) return std::nullopt;
  return finite(std::sqrt(squared_differences.value() / static_cast<double>(moments.count)));
}

std::optional<double> NumberTotals::psnr() const noexcept {
  const auto error = rmse();
  if (!error || *error == 0 || !(most_first > least_first)) return std::nullopt;
  constexpr double decibels = 20;
  return finite(decibels * std::log10((most_first - least_first) / *error));
}

void add_pairs(const Pairs& pairs, const ErrorLimit& limit, std::size_t begin, bool has_places,
               NumberTally& tally) {
  const std::size_t n = pairs.count;
  if (n == 0) return;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  NumberTotals& totals = tally.totals;
  totals.moments.merge(moments_of(pairs));
  totals.most_first = std::max(
      totals.most_first, largest(n, -infinity, [&](std::size_t i) { return pairs.first[i]; }));
  totals.least_first = std::min(
      totals.least_first, -largest(n, -infinity, [&](std::size_t i) { return -pairs.first[i]; }));

  const auto error = [&](std::size_t i) { return std::abs(pairs.difference[i]); };
  const double largest_error = largest(n, 0, error);
  if (largest_error == 0) return;
  const auto differs = [&](std::size_t i) { return error(i) > 0; };
  const auto is_zero_changed = [&](std::size_t i) { return pairs.first[i] == 0 && differs(i); };
  const auto relative_error = [&](std::size_t i) {
    const double reference = std::abs(pairs.first[i]);
    return reference > 0 ? error(i) / reference : 0;
  };
  const auto exceeds = [&](std::size_t i) {
    if (limit.relative == 0) return error(i) > limit.absolute;
    return relative_error(i) > limit.relative || is_zero_changed(i);
  };
  totals.differing += count_if(n, differs);
  totals.exceeding += count_if(n, exceeds);
  totals.zeros_changed += count_if(n, is_zero_changed);
  totals.differences.add(sum(n, [&](std::size_t i) { return pairs.difference[i]; }));
  totals.squared_differences.add(
      sum(n, [&](std::size_t i) { return pairs.difference[i] * pairs.difference[i]; }));

  // The place of the first pair for which `is_so` is true; there is one.
  const auto find_place = [&](const auto& is_so) {
    std::size_t i = 0;
    while (i + 1 < n && !is_so(i)) ++i;
    return begin + (has_places ? pairs.place[i] : i);
  };
  const auto note = [&](double value, const auto& term, Largest& largest) {
    if (value <= largest.value) return;
    largest = {value, find_place([&](std::size_t i) { return term(i) == value; })};
  };
  const std::size_t first = find_place(differs);
  tally.first_difference = std::min(tally.first_difference.value_or(first), first);
  note(largest_error, error, tally.largest_error);
  note(largest(n, 0, relative_error), relative_error, tally.largest_relative_error);
}

}  // namespace ncf::ops
