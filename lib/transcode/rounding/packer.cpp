// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/packer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

using model::Box;

template <class Visit>
auto visit_float(bool is_double, Visit visit) {
  return is_double ? visit(double{}) : visit(float{});
}

bool is_double(const model::Type& type) { return type.type_class == model::TypeClass::double_; }

/// Returns the index of the mark that a number is; the number of marks if it is none.
std::size_t find_mark(const std::vector<double>& marks, double number) {
  const auto found = std::find_if(marks.begin(), marks.end(), [number](double mark) {
    return mark == number || (std::isnan(mark) && std::isnan(number));
  });
  return static_cast<std::size_t>(found - marks.begin());
}

template <class Float>
PlacedValue placed(const Box& box, std::size_t index, Float value) {
  return {fmt::format("{}", value), model::indices_of(box, index)};
}

std::string describe(const PlacedValue& value) {
  return fmt::format("{} at ({})", value.value, fmt::join(value.place, ","));
}

template <class Float>
NumberRange find_range_as(const std::vector<double>& missing, const Box& box,
                          std::span<const std::byte> values) {
  NumberRange range;
  std::size_t lowest = 0;
  std::size_t highest = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto value_at = [&](std::size_t i) {
    return model::load<Float>(values.data() + i * sizeof(Float));
  };
  const std::size_t count = values.size() / sizeof(Float);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<double>(value_at(i));
    if (number >= low && number <= high) continue;
    if (find_mark(missing, number) < missing.size()) continue;
    if (std::isnan(number)) {
      if (!range.nan) range.nan = placed(box, i, value_at(i));
      continue;
    }
    if (std::isinf(number)) {
      if (!range.infinite) range.infinite = placed(box, i, value_at(i));
      continue;
    }
    if (number < low) low = number, lowest = i;
    if (number > high) high = number, highest = i;
  }
  if (low > high) return range;
  range.lowest = {low, placed(box, lowest, value_at(lowest))};
  range.highest = {high, placed(box, highest, value_at(highest))};
  return range;
}

/// Truncates a positive number to six digits.
double round_down(double number) {
  std::string text = fmt::format("{:.17e}", number);  // more than all digits
  constexpr std::size_t kept = std::string_view("1.23456").size();
  text.erase(kept, text.find('e') - kept);
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

void NumberRange::merge(NumberRange later) {
  if (later.lowest && (!lowest || later.lowest->number < lowest->number)) {
    lowest = std::move(later.lowest);
  }
  if (later.highest && (!highest || later.highest->number > highest->number)) {
    highest = std::move(later.highest);
  }
  if (!infinite) infinite = std::move(later.infinite);
  if (!nan) nan = std::move(later.nan);
}

NumberRange find_range(const model::Type& type, const std::vector<double>& missing, const Box& box,
                       std::span<const std::byte> values) {
  return visit_float(is_double(type), [&](auto like) {
    return find_range_as<decltype(like)>(missing, box, values);
  });
}

Packer::Packer(const NumberRange& range, double limit, const model::Type& type,
               std::vector<double> missing)
    : limit_(limit),
      is_double_(is_double(type)),
      missing_(std::move(missing)),
      scale_factor_(limit) {
  if (range.infinite) {
    throw Error(ErrorCode::unsupported,
                fmt::format("{} cannot be packed", describe(*range.infinite)));
  }
  if (!range.lowest) return;
  const double low = range.lowest->number;
  const double high = range.highest->number;
  // The rounding errors of unpacking: the factor, the offset and the results of two operations.
  constexpr double roundings = 2.5;
  const double largest = std::max(std::abs(low), std::abs(high));
  const double single_noise = roundings * std::numeric_limits<float>::epsilon() * largest;
  is_for_single_ = !is_double_ && 2 * single_noise <= limit;
  const double noise =
      is_for_single_ ? single_noise : roundings * std::numeric_limits<double>::epsilon() * largest;
  const double steps = static_cast<double>(highest) - lowest;
  const double coarsest = 2 * (limit - noise);
  scale_factor_ = coarsest > 0 ? round_down(coarsest) : 0;
  if (!(scale_factor_ > 0) || high / scale_factor_ - low / scale_factor_ > steps - 1) {
    const double needed = (high / steps - low / steps) / 2 + (is_double_ ? noise : single_noise);
    constexpr double margin = 1.01;  // for digits that are not printed
    throw Error(ErrorCode::unsupported,
                fmt::format("16 bits are too few to keep values from {} to {} within {}; within "
                            "{:.3g} they are enough",
                            describe(range.lowest->value), describe(range.highest->value), limit,
                            margin * needed));
  }
  // A multiple of the step, so that 0 is one too.
  const double center = std::nearbyint((low / 2 + high / 2) / scale_factor_);
  add_offset_ = center * scale_factor_;
}

template <class Float>
double Packer::unpack(Packed packed) const noexcept {
  const Float product = static_cast<Float>(packed) * static_cast<Float>(scale_factor_);
  return static_cast<double>(product + static_cast<Float>(add_offset_));
}

bool Packer::is_within(Packed packed, double number) const noexcept {
  return std::abs(unpack<double>(packed) - number) <= limit_ &&
         (!is_for_single_ || std::abs(unpack<float>(packed) - number) <= limit_);
}

Packer::Packed Packer::pack(double number) const noexcept {
  const std::size_t mark = find_mark(missing_, number);
  if (mark < missing_.size()) return mark == 0 ? fill : other_missing;
  return std::isnan(number) ? fill : nearest(number);
}

Packer::Packed Packer::nearest(double number) const noexcept {
  const double steps = std::nearbyint((number - add_offset_) / scale_factor_);
  return static_cast<Packed>(
      std::clamp(steps, static_cast<double>(lowest), static_cast<double>(highest)));
}

template <class Float>
void Packer::apply_as(const Box& box, std::span<const std::byte> values,
                      std::span<std::byte> packed) const {
  const std::size_t count = values.size() / sizeof(Float);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = model::load<Float>(values.data() + i * sizeof(Float));
    const Packed result = pack(static_cast<double>(value));
    model::store(packed.data() + i * sizeof(Packed), result);
    if (result < lowest || is_within(result, static_cast<double>(value))) continue;
    throw Error(ErrorCode::corrupt,
                fmt::format("packing would change {} to {}, but it may change by at most {}",
                            describe(placed(box, i, value)), unpack<double>(result), limit_));
  }
}

void Packer::apply(const Box& box, std::span<const std::byte> values,
                   std::span<std::byte> packed) const {
  visit_float(is_double_, [&](auto like) { apply_as<decltype(like)>(box, values, packed); });
}

}  // namespace ncf::transcode
