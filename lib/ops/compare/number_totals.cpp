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
  differing += other.differing;
  exceeding += other.exceeding;
  missing_in_first += other.missing_in_first;
  missing_in_second += other.missing_in_second;
  became_missing += other.became_missing;
  became_present += other.became_present;
  marked_otherwise += other.marked_otherwise;
  infinities_changed += other.infinities_changed;
  zeros_changed += other.zeros_changed;
}

NumberTotals NumberTotals::of_equal_pairs(const NumberTotals& pair, std::uint64_t times) {
  NumberTotals totals = pair;
  totals.differences.repeat(times);
  totals.squared_differences.repeat(times);
  for (std::uint64_t* const count :
       {&totals.moments.count, &totals.differing, &totals.exceeding, &totals.missing_in_first,
        &totals.missing_in_second, &totals.became_missing, &totals.became_present,
        &totals.marked_otherwise, &totals.infinities_changed, &totals.zeros_changed}) {
    if (*count > 1) throw Error(ErrorCode::internal, "cannot repeat the totals of several pairs");
    *count *= times;
  }
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

}  // namespace ncf::ops
