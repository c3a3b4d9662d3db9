// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/unpacking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/attribute_comparison.hpp"
#include "ops/definitions/definition_text.hpp"

namespace ncf::ops {
namespace {

using model::Values;
using model::Variable;

const Values* find_values(const Variable& variable, std::string_view name) {
  const model::Attribute* const attribute = model::find_attribute(variable.attributes, name);
  return attribute == nullptr ? nullptr : attribute->values.get();
}

bool can_be_unpacked(const Variable& variable) {
  return variable.type->is_number() && model::find_packing(variable);
}

bool have_same_number(const Variable& first, const Variable& second, std::string_view name) {
  const Values* const a = find_values(first, name);
  const Values* const b = find_values(second, name);
  return a == nullptr || b == nullptr ? a == b : are_same_numbers(*a, *b);
}

bool are_packed_alike(const Variable& first, const Variable& second) {
  return first.type->type_class == second.type->type_class &&
         is_unsigned(first) == is_unsigned(second) &&
         have_same_number(first, second, "scale_factor") &&
         have_same_number(first, second, "add_offset");
}

struct Interval {
  double lowest;
  double highest;
};

/// Returns the unpacked numbers that the end of a valid range may mean: if it is packed, any number
/// within half a step, and at the ends of the type any number beyond.
Interval meant_by(double number, const Variable& variable) {
  if (!is_packed(variable)) return {number, number};
  // Packed numbers next to the ends of the type mark missing data.
  constexpr double marks = 2;
  const model::Packing packing = model::find_packing(variable).value_or(model::Packing());
  const double factor = packing.scale_factor;
  const double half_step = std::abs(factor) / 2 * (1 + 1e-6);
  const double unpacked = packing.unpacked(number);
  Interval meant{unpacked - half_step, unpacked + half_step};
  model::visit_number(variable.type->type_class, [&](auto like) {
    using Ends = std::numeric_limits<decltype(like)>;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const bool is_lowest = number <= static_cast<double>(Ends::lowest()) + marks;
    const bool is_highest = number >= static_cast<double>(Ends::max()) - marks;
    if (factor > 0 ? is_lowest : is_highest) meant.lowest = -infinity;
    if (factor > 0 ? is_highest : is_lowest) meant.highest = infinity;
    return true;
  });
  return meant;
}

bool mean_same(const Variable& first, const Variable& second, std::string_view name) {
  const Values* const a = find_values(first, name);
  const Values* const b = find_values(second, name);
  if (a == nullptr || b == nullptr || a->count() != b->count()) return false;
  if (!a->type()->is_number() || !b->type()->is_number()) return false;
  return std::ranges::equal(model::to_doubles(*a), model::to_doubles(*b), [&](double x, double y) {
    const Interval one = meant_by(x, first);
    const Interval other = meant_by(y, second);
    return one.lowest <= other.highest && other.lowest <= one.highest;
  });
}

}  // namespace

bool are_packed_differently(const Variable& first, const Variable& second) {
  return can_be_unpacked(first) && can_be_unpacked(second) &&
         (is_packed(first) || is_packed(second)) && !are_packed_alike(first, second);
}

std::vector<std::string> attributes_of_packing(const Variable& first, const Variable& second) {
  std::vector<std::string> names{"_FillValue", "missing_value"};
  for (const std::string_view name : model::packing_attributes) names.emplace_back(name);
  for (const std::string_view name : model::valid_range_attributes) {
    if (mean_same(first, second, name)) names.emplace_back(name);
  }
  return names;
}

std::string describe_packing(const Variable& variable) {
  std::string text = variable.type->name;
  if (is_unsigned(variable)) text += ", unsigned";
  for (const char* name : {"scale_factor", "add_offset"}) {
    if (find_values(variable, name) == nullptr) continue;
    text += fmt::format(", {} {}", name, model::numbers_of(variable, name).front());
  }
  return text;
}

Unpacker::Unpacker(const Variable& variable)
    : markers_(model::missing_markers_of(variable)),
      packing_(model::find_packing(variable).value_or(model::Packing())),
      is_packed_(is_packed(variable)),
      is_unsigned_(is_unsigned(variable)) {}

Unpacker Unpacker::of_stored(const Variable& variable) {
  Unpacker unpacker(variable);
  unpacker.packing_ = {};
  unpacker.is_packed_ = unpacker.is_unsigned_ = false;
  return unpacker;
}

void Unpacker::unpack(const std::byte* values, std::size_t count, double* unpacked) const {
  model::visit_number(markers_.type()->type_class, [&](auto like) {
    using Number = decltype(like);
    std::vector<Number> markers(markers_.count());
    for (std::size_t i = 0; i < markers.size(); ++i) {
      markers[i] = model::load<Number>(markers_.data() + i * sizeof(Number));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = model::load<Number>(values + i * sizeof(Number));
      auto meant = static_cast<double>(number);
      if constexpr (std::is_integral_v<Number>) {
        if (is_unsigned_) meant = static_cast<double>(std::make_unsigned_t<Number>(number));
      }
      const bool is_missing = std::ranges::find(markers, number) != markers.end();
      unpacked[i] =
          is_missing ? std::numeric_limits<double>::quiet_NaN() : packing_.unpacked(meant);
    }
    return true;
  });
}

std::string Unpacker::text(const std::byte* value) const {
  if (!is_packed_) return value_text(*markers_.type(), value);
  double unpacked = 0;
  unpack(value, 1, &unpacked);
  const model::TypeRef type = model::atomic_type(model::TypeClass::double_);
  return value_text(*type, std::as_bytes(std::span(&unpacked, 1)).data());
}

std::optional<Unpackers> make_unpackers(const Variable& first, const Variable& second) {
  if (!are_packed_differently(first, second)) return std::nullopt;
  return Unpackers{Unpacker(first), Unpacker(second)};
}

}  // namespace ncf::ops
