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

#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"

namespace ncf::ops {
namespace {

struct Level {
  std::size_t columns = 1;
  std::span<const double> first;   ///< row by row; NaN for values to ignore
  std::span<const double> second;  ///< NaN at the same places
};

/// The results for a level. Empty if there are no values; the correlation is also empty if either
/// level is constant.
struct LevelCheck {
  std::optional<double> correlation;
  std::optional<double> ks_p_value;
  std::optional<double> ssim;

  /// Returns whether each that is not empty is at least what ldcpy requires: 0.99999, 0.05 and
  /// 0.995.
  /// source: NCAR's ldcpy, check_metrics, after A. H. Baker and others, "Toward a multi-method
  /// approach: lossy data compression for climate simulation data", 2017
  [[nodiscard]] bool is_passed() const noexcept;
};

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

/// Returns the values that are not ignored, in ascending order.
std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> counted;
  counted.reserve(values.size());
  for (const double value : values) {
    if (!std::isnan(value)) counted.push_back(value);
  }
  constexpr std::size_t few = 4096;
  if (counted.size() < few) {
    std::ranges::sort(counted);
  } else {
    sort_by_digits(counted);
  }
  return counted;
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

double ks_p_value(const Level& level) {
  const std::vector<double> first = sorted(level.first);
  const std::vector<double> second = sorted(level.second);
  const double effective_count = static_cast<double>(first.size()) / 2;
  return kolmogorov_p_value(std::sqrt(effective_count) * largest_distance(first, second));
}

std::optional<double> correlation(const Level& level) {
  double count = 0;
  double first_mean = 0;
  double second_mean = 0;
  const auto each = [&](const auto& use) {
    for (std::size_t i = 0; i < level.first.size(); ++i) {
      if (!std::isnan(level.first[i])) use(level.first[i], level.second[i]);
    }
  };
  each([&](double a, double b) {
    ++count;
    first_mean += a;
    second_mean += b;
  });
  first_mean /= count;
  second_mean /= count;
  double products = 0;
  double first_squares = 0;
  double second_squares = 0;
  each([&](double a, double b) {
    products += (a - first_mean) * (b - second_mean);
    first_squares += (a - first_mean) * (a - first_mean);
    second_squares += (b - second_mean) * (b - second_mean);
  });
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
        rows_(level.first.size() / level.columns),
        row_sums_(window * level.columns),
        pairs_(level.columns) {
    for (std::size_t i = 0; i < level.first.size(); ++i) {
      for (const double value : {level.first[i], level.second[i]}) {
        if (value < least_) least_ = value;
        if (value > most_) most_ = value;
      }
    }
  }

  [[nodiscard]] double mean() {
    double sum = 0;
    double count = 0;
    for (std::size_t row = 0; row < rows_ + reach; ++row) {
      if (row < rows_) add_row(row);
      if (row < reach) continue;
      for (std::size_t column = 0; column < level_.columns; ++column) {
        if (std::isnan(level_.first[(row - reach) * level_.columns + column])) continue;
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
      if (std::isnan(level_.first[at])) {
        pairs_[column] = {};
        continue;
      }
      const double a = scaled(level_.first[at]);
      const double b = scaled(level_.second[at]);
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
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  std::array<double, window> weights_ = gaussian_weights();
  std::vector<WindowSums> row_sums_;  ///< of the last rows
  std::vector<WindowSums> pairs_;     ///< of the current row
};

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

/// Loads numbers of the type of `markers` as doubles, with NaN for missing and infinite ones.
std::vector<double> load_numbers(const model::Values& markers, const std::byte* values,
                                 std::size_t count) {
  return model::visit_number(markers.type()->type_class, [&](auto like) {
    using Number = decltype(like);
    std::vector<Number> missing(markers.count());
    for (std::size_t i = 0; i < missing.size(); ++i) {
      missing[i] = model::load<Number>(markers.data() + i * sizeof(Number));
    }
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = model::load<Number>(values + i * sizeof(Number));
      const auto as_double = static_cast<double>(number);
      const bool is_missing = std::ranges::find(missing, number) != missing.end();
      numbers[i] = is_missing || !std::isfinite(as_double) ? left_out : as_double;
    }
    return numbers;
  });
}

/// Does the same with unpacked values.
std::vector<double> load_unpacked(const Unpacker& unpacker, const std::byte* values,
                                  std::size_t count) {
  std::vector<double> numbers(count);
  unpacker.unpack(values, count, numbers.data());
  std::ranges::replace_if(
      numbers, [](double number) { return std::isinf(number); }, left_out);
  return numbers;
}

void keep_lowest(const std::optional<double>& value, const std::vector<std::size_t>& at,
                 std::optional<LevelResult>& lowest) {
  if (!value) return;
  const bool is_first_of_equal =
      lowest && *value == lowest->value && model::COrder()(at, lowest->at);
  if (!lowest || *value < lowest->value || is_first_of_equal) lowest = LevelResult{*value, at};
}

void keep_lowest(const std::optional<LevelResult>& other, std::optional<LevelResult>& lowest) {
  if (other) keep_lowest(other->value, other->at, lowest);
}

bool LevelCheck::is_passed() const noexcept {
  const auto is_enough = [](const std::optional<double>& value, double least) {
    return !value || *value >= least;
  };
  return is_enough(correlation, least_correlation) && is_enough(ks_p_value, least_ks_p_value) &&
         is_enough(ssim, least_ssim);
}

/// Checks a level. The correlation is Pearson's. The p-value is that of the two-sample
/// Kolmogorov-Smirnov test, in the limit of many values. The structural similarity is that of ldcpy
/// for data: both levels are scaled by their common range, rounded to 256 different numbers, and
/// compared in windows of 11 by 11 values with Gaussian weights; the result is the mean of all
/// windows.
/// source: ldcpy, ssim_value_fp; A. H. Baker and others, "Evaluating image quality measures to
/// assess the impact of lossy data compression applied to climate simulation data", 2019
LevelCheck check_level(const Level& level) {
  const bool is_empty =
      std::ranges::all_of(level.first, [](double value) { return std::isnan(value); });
  if (is_empty) return {};
  return {correlation(level), ks_p_value(level), Similarity(level).mean()};
}

}  // namespace

LevelChecker::LevelChecker(const model::Variable& first, const model::Variable& second,
                           const std::vector<std::size_t>& shape, std::size_t level_dimension)
    : unpackers_(make_unpackers(first, second)),
      first_markers_(model::missing_markers_of(first)),
      second_markers_(model::missing_markers_of(second)),
      level_dimension_(level_dimension),
      level_values_(model::value_count(std::span(shape).subspan(level_dimension))),
      columns_(level_values_ / shape[level_dimension]) {}

LevelChecks LevelChecker::check(const model::Box& box, const std::byte* first,
                                const std::byte* second) const {
  LevelChecks checks;
  for (std::size_t begin = 0; begin < box.value_count(); begin += level_values_) {
    const std::byte* const at_first = first + begin * first_markers_.type()->size_bytes;
    const std::byte* const at_second = second + begin * second_markers_.type()->size_bytes;
    std::vector<double> a = unpackers_ ? load_unpacked(unpackers_->first, at_first, level_values_)
                                       : load_numbers(first_markers_, at_first, level_values_);
    std::vector<double> b = unpackers_ ? load_unpacked(unpackers_->second, at_second, level_values_)
                                       : load_numbers(second_markers_, at_second, level_values_);
    for (std::size_t i = 0; i < level_values_; ++i) {
      if (std::isnan(a[i]) || std::isnan(b[i])) a[i] = b[i] = left_out;
    }
    const LevelCheck check = check_level({columns_, a, b});
    std::vector<std::size_t> at = model::place_of(box, begin);
    at.resize(level_dimension_);
    ++checks.levels;
    if (!check.is_passed()) ++checks.failed;
    keep_lowest(check.correlation, at, checks.lowest_correlation);
    keep_lowest(check.ks_p_value, at, checks.lowest_ks_p_value);
    keep_lowest(check.ssim, at, checks.lowest_ssim);
  }
  return checks;
}

void merge(const LevelChecks& others, LevelChecks& checks) {
  checks.levels += others.levels;
  checks.failed += others.failed;
  keep_lowest(others.lowest_correlation, checks.lowest_correlation);
  keep_lowest(others.lowest_ks_p_value, checks.lowest_ks_p_value);
  keep_lowest(others.lowest_ssim, checks.lowest_ssim);
}

}  // namespace ncf::ops
