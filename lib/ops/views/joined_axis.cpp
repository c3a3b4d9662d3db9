// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/joined_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/unpacking.hpp"

namespace ncf::ops {

std::optional<TimeConversion> find_conversion(const cdl::TimeAxis& from, const cdl::TimeAxis& to) {
  const auto unit = from.unit_seconds();
  const auto to_unit = to.unit_seconds();
  const auto apart = from.seconds_after(to);
  if (!unit || !to_unit || !apart) return std::nullopt;
  return TimeConversion{*unit / *to_unit, *apart / *to_unit};
}

namespace {

/// Returns a number in another type; empty if that does not have it. is_rounded: whether the
/// nearest floating-point number will do.
template <class Number>
std::optional<Number> in_type(double number, bool is_rounded) {
  if constexpr (std::is_integral_v<Number>) {
    constexpr auto least = static_cast<double>(std::numeric_limits<Number>::lowest());
    constexpr auto most = static_cast<double>(std::numeric_limits<Number>::max());
    if (!(number >= least && number <= most) || std::floor(number) != number) return std::nullopt;
    return static_cast<Number>(number);
  } else {
    const auto converted = static_cast<Number>(number);
    const bool is_same = static_cast<double>(converted) == number || std::isnan(number);
    return is_same || is_rounded ? std::optional(converted) : std::nullopt;
  }
}

}  // namespace

model::ViewConversionRef make_conversion(const TimeConversion& conversion,
                                         const model::Variable& variable,
                                         const model::TypeRef& to) {
  auto made = std::make_shared<model::ViewConversion>();
  made->original = variable.type;
  const Unpacker numbers(variable);
  made->convert = [conversion, numbers, from = variable.type, to](
                      const model::Box& box, std::span<const std::byte> originals,
                      std::span<std::byte> values) {
    std::vector<double> meant(box.value_count());
    numbers.unpack(originals.data(), meant.size(), meant.data());
    model::visit_number(from->type_class, [&](auto from_like) {
      return model::visit_number(to->type_class, [&](auto like) {
        using Number = decltype(like);
        for (std::size_t i = 0; i < meant.size(); ++i) {
          const auto original = static_cast<double>(
              model::load<decltype(from_like)>(originals.data() + i * sizeof(from_like)));
          const bool is_time = !conversion.is_none() && !std::isnan(meant[i]);
          const auto number = in_type<Number>(
              is_time ? original * conversion.factor + conversion.offset : original, is_time);
          if (!number) {
            throw Error(ErrorCode::unsupported,
                        fmt::format("value {} cannot be expressed as {}{}", original, to->name,
                                    is_time ? " in the units of the first file" : ""));
          }
          model::store(values.data() + i * sizeof(Number), *number);
        }
        return true;
      });
    });
  };
  return made;
}

JoinedPart make_part(std::size_t source, std::string name, std::vector<double> values) {
  if (values.empty()) throw Error(ErrorCode::unsupported, "has no values");
  JoinedPart part{source, std::move(name), values.size(), {}, 0};
  const bool is_falling = values.back() < values.front();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double step = i == 0 ? 0 : values[i] - values[i - 1];
    const bool follows = i == 0 || (is_falling ? step < 0 : step > 0);
    if (std::isnan(values[i]) || !follows) {
      throw Error(ErrorCode::unsupported, fmt::format("value {} is not {} than the one before",
                                                      values[i], is_falling ? "less" : "greater"));
    }
    part.longest_step = std::max(part.longest_step, std::abs(step));
  }
  part.values = std::move(values);
  return part;
}

namespace {

/// Returns the longest step between values that is no gap.
double usual_step(const std::vector<JoinedPart>& parts) {
  double longest = 0;
  std::vector<double> between;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    longest = std::max(longest, parts[i].longest_step);
    if (i > 0) between.push_back(std::abs(parts[i].values.front() - parts[i - 1].values.back()));
  }
  if (longest > 0 || between.empty()) return longest;
  const auto middle = between.begin() + static_cast<std::ptrdiff_t>(between.size() / 2);
  std::nth_element(between.begin(), middle, between.end());
  return *middle;
}

std::string text_of_ends(const JoinedPart& part,
                         const std::function<std::string(double)>& describe) {
  return fmt::format("{} to {}", describe(part.values.front()), describe(part.values.back()));
}

void tell_gaps(const std::vector<JoinedPart>& parts, const std::string& dimension,
               const std::function<std::string(double)>& describe,
               std::vector<std::string>& notes) {
  constexpr double longer_than_usual = 1.5;
  const double most = longer_than_usual * usual_step(parts);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const JoinedPart& before = parts[i - 1];
    if (std::abs(parts[i].values.front() - before.values.back()) <= most) continue;
    notes.push_back(fmt::format("there is a gap along {}: {} ends at {}, and {} begins at {}",
                                dimension, before.name, describe(before.values.back()),
                                parts[i].name, describe(parts[i].values.front())));
  }
}

}  // namespace

void skip_present_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                        const std::function<std::string(double)>& describe,
                        std::vector<std::string>& notes) {
  std::vector<double> present = parts.front().values;
  std::ranges::sort(present);
  const auto is_present = [&](double value) { return std::ranges::binary_search(present, value); };
  const std::string first = parts.front().name;
  const auto skipped = std::remove_if(parts.begin() + 1, parts.end(), [&](const auto& part) {
    if (!std::ranges::all_of(part.values, is_present)) return false;
    notes.push_back(fmt::format("{}: skipped, because its values {} along {} are in {}", part.name,
                                text_of_ends(part, describe), dimension, first));
    return true;
  });
  parts.erase(skipped, parts.end());
}

void sort_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                const std::function<std::string(double)>& describe,
                std::vector<std::string>& notes) {
  const auto is_falling = [](const JoinedPart& part) {
    return part.values.back() < part.values.front();
  };
  const bool all_fall = std::ranges::any_of(parts, is_falling);
  const auto precedes = [&](double a, double b) { return all_fall ? b < a : a < b; };
  std::ranges::sort(parts, [&](const JoinedPart& a, const JoinedPart& b) {
    return precedes(a.values.front(), b.values.front());
  });
  const auto text = [&](const JoinedPart& part) { return text_of_ends(part, describe); };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool has_direction = parts[i].length == 1 || is_falling(parts[i]) == all_fall;
    const bool follows = i == 0 || precedes(parts[i - 1].values.back(), parts[i].values.front());
    if (has_direction && follows) continue;
    const JoinedPart& other = i == 0 ? parts[1] : parts[i - 1];
    throw Error(
        ErrorCode::unsupported,
        has_direction
            ? fmt::format("values {} overlap {} of {}", text(parts[i]), text(other), other.name)
            : fmt::format("values {} ascend, but those of other files descend", text(parts[i])))
        .add_context("variable /" + dimension)
        .add_context(parts[i].name);
  }
  tell_gaps(parts, dimension, describe, notes);
}

}  // namespace ncf::ops
