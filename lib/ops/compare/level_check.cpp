// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/level_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "model/grid/box.hpp"
#include "ops/definitions/unpacking.hpp"

namespace ncf::ops {
namespace {

/// The values of a level that count, in pairs; and all values, for those around each.
struct Level {
  std::vector<double> first;  ///< not missing in either, and finite
  std::vector<double> second;
  std::vector<double> all_first;  ///< row by row; NaN for values that do not count
  std::vector<double> all_second;
  std::size_t columns = 1;
};

/// What ldcpy requires of each level.
/// source: NCAR's ldcpy, check_metrics, after A. H. Baker and others, "Toward a multi-method
/// approach: lossy data compression for climate simulation data", 2017
constexpr double least_correlation = 0.99999;
constexpr double least_ks_p_value = 0.05;
constexpr double least_ssim = 0.995;

/// Returns bits that sort in the order of the numbers.
std::uint64_t ordered_bits(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Sorts by radix, from the lowest digit up, in linear time, because comparisons would take most of
/// the time of a check. Digits that all numbers have in common are skipped, as in numbers that were
/// floats.
void sort_by_digits(std::vector<double>& numbers) {
  constexpr unsigned digit_bits = 11;
  constexpr unsigned all_bits = 64;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  std::vector<double> others(numbers.size());
  for (unsigned shift = 0; shift < all_bits; shift += digit_bits) {
    const auto digit = [shift](double number) {
      return static_cast<std::size_t>(ordered_bits(number) >> shift) % digits;
    };
    std::array<std::size_t, digits> ends{};
    for (const double number : numbers) ++ends[digit(number)];
    if (ends[digit(numbers.front())] == numbers.size()) continue;
    std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), std::size_t{0});
    for (const double number : numbers) others[ends[digit(number)]++] = number;
    numbers.swap(others);
  }
}

void sort(std::vector<double>& numbers) {
  constexpr std::size_t few = 4096;
  if (numbers.size() < few) {
    std::ranges::sort(numbers);
  } else {
    sort_by_digits(numbers);
  }
}

/// Returns the largest difference between the two empirical distribution functions.
double largest_distance(const std::vector<double>& first, const std::vector<double>& second) {
  double largest = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < first.size() && j < second.size()) {
    const double number = std::min(first[i], second[j]);
    while (i < first.size() && first[i] == number) ++i;
    while (j < second.size() && second[j] == number) ++j;
    const double distance = static_cast<double>(i) / static_cast<double>(first.size()) -
                            static_cast<double>(j) / static_cast<double>(second.size());
    largest = std::max(largest, std::abs(distance));
  }
  return largest;
}

/// source: Kolmogorov's distribution, as a series that converges fast for arguments above 1, where
/// the p-value matters
double kolmogorov_p_value(double argument) {
  constexpr int terms = 100;
  if (argument < 0.2) return 1;
  double sum = 0;
  for (int k = 1; k <= terms; ++k) {
    const double term = std::exp(-2.0 * k * k * argument * argument);
    sum += k % 2 == 1 ? term : -term;
    if (term < 1e-17) break;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

double ks_p_value(std::vector<double> first, std::vector<double> second) {
  sort(first);
  sort(second);
  const double effective_count = static_cast<double>(first.size()) / 2;
  return kolmogorov_p_value(std::sqrt(effective_count) * largest_distance(first, second));
}

std::optional<double> correlation(const Level& level) {
  const auto mean = [](const std::vector<double>& numbers) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    return sum / static_cast<double>(numbers.size());
  };
  const double first_mean = mean(level.first);
  const double second_mean = mean(level.second);
  double products = 0;
  double first_squares = 0;
  double second_squares = 0;
  for (std::size_t i = 0; i < level.first.size(); ++i) {
    const double a = level.first[i] - first_mean;
    const double b = level.second[i] - second_mean;
    products += a * b;
    first_squares += a * a;
    second_squares += b * b;
  }
  if (first_squares <= 0 || second_squares <= 0) return std::nullopt;
  return std::clamp(products / std::sqrt(first_squares) / std::sqrt(second_squares), -1.0, 1.0);
}

/// Weighted sums over the pairs in a window.
struct WindowSums {
  double weight = 0;
  double first = 0;
  double second = 0;
  double first_squares = 0;
  double second_squares = 0;
  double products = 0;

  void add(const WindowSums& other, double factor) noexcept {
    weight += factor * other.weight;
    first += factor * other.first;
    second += factor * other.second;
    first_squares += factor * other.first_squares;
    second_squares += factor * other.second_squares;
    products += factor * other.products;
  }
};

constexpr std::size_t reach = 5;
constexpr std::size_t window = 2 * reach + 1;

std::array<double, window> gaussian_weights() {
  constexpr double deviation = 1.5;
  std::array<double, window> weights;
  for (std::size_t i = 0; i < window; ++i) {
    const double distance = static_cast<double>(i) - static_cast<double>(reach);
    weights[i] = std::exp(-distance * distance / (2 * deviation * deviation));
  }
  return weights;
}

double similarity(const WindowSums& sums) {
  constexpr double epsilon = 1e-15;
  constexpr double rounding = 1e-12;  // far below the variance of two different numbers
  const double a = sums.first / sums.weight;
  const double b = sums.second / sums.weight;
  const auto variance = [&](double squares, double mean) {
    const double found = squares / sums.weight - mean * mean;
    return found < rounding ? 0 : found;
  };
  const double a_variance = variance(sums.first_squares, a);
  const double b_variance = variance(sums.second_squares, b);
  const bool is_constant = a_variance == 0 || b_variance == 0;
  const double covariance = is_constant ? 0 : sums.products / sums.weight - a * b;
  return (2 * a * b + epsilon) / (a * a + b * b + epsilon) * (2 * covariance + epsilon) /
         (a_variance + b_variance + epsilon);
}

/// Computes the structural similarity row by row: the weights are those of columns times those of
/// rows.
class Similarity {
 public:
  explicit Similarity(const Level& level)
      : level_(level),
        rows_(level.all_first.size() / level.columns),
        least_(std::min(std::ranges::min(level.first), std::ranges::min(level.second))),
        most_(std::max(std::ranges::max(level.first), std::ranges::max(level.second))),
        row_sums_(window * level.columns),
        pairs_(level.columns) {}

  [[nodiscard]] double mean() {
    double sum = 0;
    double count = 0;
    for (std::size_t row = 0; row < rows_ + reach; ++row) {
      if (row < rows_) add_row(row);
      if (row < reach) continue;
      for (std::size_t column = 0; column < level_.columns; ++column) {
        if (std::isnan(level_.all_first[(row - reach) * level_.columns + column])) continue;
        sum += similarity(sums_around(row - reach, column));
        ++count;
      }
    }
    return sum / count;
  }

 private:
  [[nodiscard]] double scaled(double value) const {
    constexpr double steps = 255;
    const double range = most_ - least_;
    if (range > 0) return std::nearbyint((value - least_) / range * steps) / steps;
    return most_ == 0 ? 0 : std::nearbyint(value / most_ * steps) / steps;
  }

  /// Computes the sums over the pairs of a row around each column.
  void add_row(std::size_t row) {
    for (std::size_t column = 0; column < level_.columns; ++column) {
      const std::size_t at = row * level_.columns + column;
      if (std::isnan(level_.all_first[at])) {
        pairs_[column] = {};
        continue;
      }
      const double a = scaled(level_.all_first[at]);
      const double b = scaled(level_.all_second[at]);
      pairs_[column] = {1, a, b, a * a, b * b, a * b};
    }
    WindowSums* sums = &row_sums_[row % window * level_.columns];
    for (std::size_t column = 0; column < level_.columns; ++column) {
      sums[column] = {};
      const std::size_t begin = column - std::min(column, reach);
      const std::size_t end = std::min(level_.columns, column + reach + 1);
      for (std::size_t i = begin; i < end; ++i) {
        sums[column].add(pairs_[i], weights_[i + reach - column]);
      }
    }
  }

  [[nodiscard]] WindowSums sums_around(std::size_t row, std::size_t column) const {
    WindowSums sums;
    const std::size_t begin = row - std::min(row, reach);
    const std::size_t end = std::min(rows_, row + reach + 1);
    for (std::size_t i = begin; i < end; ++i) {
      sums.add(row_sums_[i % window * level_.columns + column], weights_[i + reach - row]);
    }
    return sums;
  }

  const Level& level_;
  std::size_t rows_;
  double least_;
  double most_;
  std::array<double, window> weights_ = gaussian_weights();
  std::vector<WindowSums> row_sums_;  ///< of the last rows
  std::vector<WindowSums> pairs_;     ///< of the current row
};

/// Keeps the lowest result; of equal ones, that of the first level in C order.
void keep_lowest(const LevelResult& found, std::optional<LevelResult>& lowest) {
  if (!lowest || found.value < lowest->value ||
      (found.value == lowest->value && model::COrder()(found.at, lowest->at))) {
    lowest = found;
  }
}

/// Returns a level. first, second: its values, and how to unpack them.
Level load_level(const Unpackers& unpackers, const std::byte* first, const std::byte* second,
                 std::size_t count, std::size_t columns) {
  Level level{{}, {}, std::vector<double>(count), std::vector<double>(count), columns};
  level.first.reserve(count);
  level.second.reserve(count);
  unpackers.first.unpack(first, count, level.all_first.data());
  unpackers.second.unpack(second, count, level.all_second.data());
  for (std::size_t i = 0; i < count; ++i) {
    double& a = level.all_first[i];
    double& b = level.all_second[i];
    if (std::isfinite(a) && std::isfinite(b)) {
      level.first.push_back(a);
      level.second.push_back(b);
    } else {
      a = b = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return level;
}

/// Checks a level, and adds the results.
void check_level(Level level, const std::vector<std::size_t>& at, LevelChecks& checks) {
  ++checks.levels;
  if (level.first.empty()) return;
  const auto correlated = correlation(level);
  const double ssim = Similarity(level).mean();
  const double p_value = ks_p_value(std::move(level.first), std::move(level.second));
  const bool is_passed = (!correlated || *correlated >= least_correlation) &&
                         p_value >= least_ks_p_value && ssim >= least_ssim;
  if (!is_passed) ++checks.failed;
  if (correlated) keep_lowest({*correlated, at}, checks.lowest_correlation);
  keep_lowest({p_value, at}, checks.lowest_ks_p_value);
  keep_lowest({ssim, at}, checks.lowest_ssim);
}

}  // namespace

LevelChecker make_level_checker(const model::Variable& first, const model::Variable& second,
                                const std::vector<std::size_t>& shape,
                                std::size_t level_dimension) {
  const auto unpackers = make_unpackers(first, second);
  const std::size_t count = model::value_count(std::span(shape).subspan(level_dimension));
  return [=, columns = count / shape[level_dimension],
          numbers = unpackers.value_or(
              Unpackers{Unpacker::of_stored(first), Unpacker::of_stored(second)})](
             const model::Box& box, const std::byte* a, const std::byte* b) {
    LevelChecks checks;
    for (std::size_t begin = 0; begin < box.value_count(); begin += count) {
      std::vector<std::size_t> at = model::indices_of(box, begin);
      at.resize(level_dimension);
      check_level(load_level(numbers, a + begin * numbers.first.value_bytes(),
                             b + begin * numbers.second.value_bytes(), count, columns),
                  at, checks);
    }
    return checks;
  };
}

void merge(const LevelChecks& others, LevelChecks& checks) {
  checks.levels += others.levels;
  checks.failed += others.failed;
  const auto keep = [](const auto& other, auto& lowest) {
    if (other) keep_lowest(*other, lowest);
  };
  keep(others.lowest_correlation, checks.lowest_correlation);
  keep(others.lowest_ks_p_value, checks.lowest_ks_p_value);
  keep(others.lowest_ssim, checks.lowest_ssim);
}

}  // namespace ncf::ops
