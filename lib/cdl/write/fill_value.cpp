// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/fill_value.hpp"

#include <algorithm>
#include <cstring>

#include "cdl/language/language.hpp"
#include "cdl/write/value_text.hpp"
#include "model/schema/default_fill.hpp"
#include "model/schema/typed_markers.hpp"
#include "model/values/visit_number.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;
using model::Values;

/// None for bytes: ncdump prints them all.
std::optional<Values> default_fill(TypeClass type) {
  const bool is_byte = type == TypeClass::byte_ || type == TypeClass::ubyte;
  if (is_byte || type > TypeClass::string) return std::nullopt;
  return model::default_fill_value(model::atomic_type(type));
}

bool is_fill_array(const Type& type, const std::byte* values, const std::byte* fill,
                   std::size_t count, FillMatch match) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = i * type.size_bytes;
    if (!is_fill(type, values + place, fill + place, match)) return false;
  }
  return true;
}

bool is_fill_string(const std::byte* value, const std::byte* fill) {
  const auto* const a = model::load<const char*>(value);
  const auto* const b = model::load<const char*>(fill);
  if (a == nullptr || b == nullptr) return a == b;
  return std::strcmp(a, b) == 0;
}

}  // namespace

std::optional<Values> find_fill_value(const model::Variable& variable) {
  if (has_member_as_fill_mark(*variable.type)) return std::nullopt;
  const Values* const given = model::find_fitting_fill_value(variable);
  return given != nullptr ? *given : default_fill(variable.type->type_class);
}

bool is_fill(const Type& type, const std::byte* value, const std::byte* fill, FillMatch match) {
  switch (type.type_class) {
    case TypeClass::string:
      return is_fill_string(value, fill);
    case TypeClass::opaque:
      return std::memcmp(value, fill, type.size_bytes) == 0;
    case TypeClass::enumeration:
      return is_fill(*type.base, value, fill, match);
    case TypeClass::vlen: {
      const auto a = model::load<model::Vlen>(value);
      const auto b = model::load<model::Vlen>(fill);
      return a.length == b.length &&
             is_fill_array(*type.base, static_cast<const std::byte*>(a.data),
                           static_cast<const std::byte*>(b.data), a.length, match);
    }
    case TypeClass::compound:
      return std::all_of(type.fields.begin(), type.fields.end(), [&](const auto& field) {
        return is_fill_array(*field.type, value + field.offset_bytes, fill + field.offset_bytes,
                             field.value_count(), match);
      });
    default:
      return model::visit_number_or_character(type.type_class, [&](auto like) {
        return is_fill(model::load<decltype(like)>(value), model::load<decltype(like)>(fill),
                       match);
      });
  }
}

}  // namespace ncf::cdl
