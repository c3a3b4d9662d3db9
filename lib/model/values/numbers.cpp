// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/numbers.hpp"

#include <algorithm>

namespace ncf::model {
namespace {

/// Returns the nearest float; empty for a finite number beyond all floats, and for one so small
/// that the nearest is 0.
std::optional<float> nearest_float(double number) {
  if (!std::isfinite(number)) return static_cast<float>(number);
  constexpr double largest = std::numeric_limits<float>::max();
  constexpr double beyond = 0x1.ffffffp127;  // halfway to the power of two after the largest
  if (std::abs(number) >= beyond) return std::nullopt;
  const auto nearest = static_cast<float>(std::clamp(number, -largest, largest));
  if (nearest == 0 && number != 0) return std::nullopt;
  return nearest;
}

/// Rounds to a floating-point type.
template <typename From, typename To>
bool round_one(From from, To& to) {
  if constexpr (std::is_same_v<From, double> && std::is_same_v<To, float>) {
    const auto nearest = nearest_float(from);
    to = nearest.value_or(0);
    return nearest.has_value();
  } else if constexpr (std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
    return true;
  } else {
    return convert_number_exactly(from, to);
  }
}

/// convert: takes a number and where to store it, and returns whether it can be converted.
template <class Convert>
std::optional<Values> convert_all(const Values& from, const TypeRef& type, Convert convert) {
  Values to(type, from.count());
  const bool done = visit_number(from.type()->type_class, [&](auto in) {
    return visit_number(type->type_class, [&](auto out) {
      for (std::size_t i = 0; i < from.count(); ++i) {
        in = load<decltype(in)>(from.data() + i * sizeof in);
        if (!convert(in, out)) return false;
        store(to.data() + i * sizeof out, out);
      }
      return true;
    });
  });
  if (!done) return std::nullopt;
  return to;
}

}  // namespace

std::optional<Values> convert_exactly(const Values& values, const TypeRef& to) {
  return convert_all(values, to,
                     [](auto in, auto& out) { return convert_number_exactly(in, out); });
}

std::vector<double> to_doubles(const Values& values) {
  std::vector<double> doubles;
  visit_number(values.type()->type_class, [&](auto like) {
    for (std::size_t i = 0; i < values.count(); ++i) {
      const auto number = load<decltype(like)>(values.data() + i * sizeof like);
      doubles.push_back(static_cast<double>(number));
    }
  });
  return doubles;
}

std::optional<Values> convert_to_nearest(const Values& values, const TypeRef& to) {
  return convert_all(values, to, [](auto in, auto& out) { return round_one(in, out); });
}

}  // namespace ncf::model
