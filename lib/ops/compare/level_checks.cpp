// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/level_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "model/block.hpp"
#include "model/missing_markers.hpp"
#include "model/visit_number.hpp"
#include "ops/compare/level_check.hpp"

namespace ncf::ops {
namespace {

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

/// Numbers of the type of `markers`, as doubles; NaN for missing and infinite ones.
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

void keep_lowest(const std::optional<double>& value, const std::vector<std::size_t>& at,
                 std::optional<LevelResult>& lowest) {
  if (value && (!lowest || *value < lowest->value)) lowest = LevelResult{*value, at};
}

void keep_lowest(const std::optional<LevelResult>& other, std::optional<LevelResult>& lowest) {
  if (other) keep_lowest(other->value, other->at, lowest);
}

}  // namespace

LevelChecker::LevelChecker(const model::Variable& first, const model::Variable& second,
                           const std::vector<std::size_t>& shape, std::size_t level_dimension)
    : first_markers_(model::missing_markers_of(first)),
      second_markers_(model::missing_markers_of(second)),
      level_dimension_(level_dimension),
      level_values_(model::value_count(std::span(shape).subspan(level_dimension))),
      columns_(level_values_ / shape[level_dimension]) {}

LevelChecks LevelChecker::check(const model::Box& box, const std::byte* first,
                                const std::byte* second) const {
  LevelChecks checks;
  for (std::size_t begin = 0; begin < box.value_count(); begin += level_values_) {
    std::vector<double> a = load_numbers(
        first_markers_, first + begin * first_markers_.type()->size_bytes, level_values_);
    std::vector<double> b = load_numbers(
        second_markers_, second + begin * second_markers_.type()->size_bytes, level_values_);
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
