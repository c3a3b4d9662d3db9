// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums over pairs of numbers that lose no precision, however many pairs there are. Parts are summed
// on any thread and merged in a fixed order, so that the result is always the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "ops/rounding/bounds.hpp"

namespace ncf::ops {

/// A compensated sum, which keeps what addition loses.
/// source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen"
class CompensatedSum {
 public:
  void add(double term) noexcept;
  void merge(const CompensatedSum& other) noexcept;
  /// Becomes the sum of as many equal sums.
  void repeat(std::uint64_t times) noexcept;
  [[nodiscard]] double value() const noexcept;

 private:
  double sum_ = 0;
  double lost_ = 0;
};

/// Means of pairs of numbers, and sums of the products of their deviations from the means. Means
/// are relative to one of the numbers, so that small differences of large numbers are kept.
/// source: T. F. Chan and others, "Updating formulae and a pairwise algorithm for computing sample
/// variances"
struct Moments {
  std::uint64_t count = 0;
  double base_first = 0;
  double base_second = 0;
  double mean_first = 0;  ///< relative to the base
  double mean_second = 0;
  double squares_first = 0;
  double squares_second = 0;
  double products = 0;

  void merge(const Moments& other) noexcept;
  /// Returns Pearson's correlation; empty if either is constant or the sums overflow.
  [[nodiscard]] std::optional<double> correlation() const noexcept;
};

/// The largest of some numbers above 0, and its index from 0; the first of equal ones.
struct Largest {
  double value = 0;
  std::size_t index = 0;
};

/// The totals of pairs of finite numbers, and of the other values.
struct NumberTotals {
  Moments moments;
  CompensatedSum differences;
  CompensatedSum squared_differences;
  double least_first = std::numeric_limits<double>::infinity();
  double most_first = -std::numeric_limits<double>::infinity();
  std::uint64_t differing = 0;  ///< of all values, as the counts below
  std::uint64_t exceeding = 0;
  std::uint64_t missing_in_first = 0;
  std::uint64_t missing_in_second = 0;
  std::uint64_t became_missing = 0;
  std::uint64_t became_present = 0;
  std::uint64_t marked_otherwise = 0;
  std::uint64_t infinities_changed = 0;
  std::uint64_t zeros_changed = 0;

  void merge(const NumberTotals& other) noexcept;
  /// Returns the totals of as many pairs like the only one in `pair`. throws: Error(internal) if
  /// that has several pairs, whose moments are not proportional to their number.
  [[nodiscard]] static NumberTotals of_equal_pairs(const NumberTotals& pair, std::uint64_t times);
  [[nodiscard]] std::optional<double> bias() const noexcept;
  [[nodiscard]] std::optional<double> rmse() const noexcept;
  /// Returns the peak signal-to-noise ratio; empty if nothing differs, or if all values of the
  /// first are the same.
  [[nodiscard]] std::optional<double> psnr() const noexcept;
};

/// The result for a run of pairs, with places counted from its first pair.
struct NumberTally {
  NumberTotals totals;
  Largest largest_error;
  Largest largest_relative_error;
  std::optional<std::size_t> first_difference;
  std::optional<std::size_t> first_missing_change;
};

/// Pairs of finite numbers that are summed up together, few enough for the processor's fastest
/// cache.
inline constexpr std::size_t block_pairs = 1024;

/// Pairs of a block, with their places in it.
struct Pairs {
  std::size_t count = 0;
  std::array<double, block_pairs> first;
  std::array<double, block_pairs> second;
  std::array<double, block_pairs> difference;
  std::array<std::uint16_t, block_pairs> place;  ///< only if some pairs of the block are left out

  void add(double a, double b, double b_minus_a, std::size_t at) noexcept {
    first[count] = a;
    second[count] = b;
    difference[count] = b_minus_a;
    place[count++] = static_cast<std::uint16_t>(at);
  }
};

/// Adds pairs to the tally. begin: position of the block in the run. has_places: whether `place`
/// gives the positions of the pairs; otherwise they are consecutive.
void add_pairs(const Pairs& pairs, const ErrorLimit& limit, std::size_t begin, bool has_places,
               NumberTally& tally);

}  // namespace ncf::ops
