// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "cdl/language/language.hpp"
#include "cdl/write/escapes.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;
using model::Values;

template <class Float>
char* put(char* to, Float value, int digits, const CdlStyle& style, Point point) {
  if (std::isfinite(value)) {
    return style.exact ? put_shortest(to, value, point) : put_general(to, value, digits, point);
  }
  std::string_view text = "NaN";
  if (!std::isnan(value)) text = value < 0 ? "-Infinity" : "Infinity";
  to = std::copy(text.begin(), text.end(), to);
  if (std::is_same_v<Float, float>) *to++ = 'f';
  return to;
}

void append_opaque(std::string& out, const std::byte* value, std::size_t size_bytes) {
  out += "0X";
  for (std::size_t i = 0; i < size_bytes; ++i) {
    fmt::format_to(std::back_inserter(out), "{:02X}", static_cast<unsigned>(value[i]));
  }
}

void append_atomic(std::string& out, TypeClass type, const std::byte* value,
                   const CdlStyle& style) {
  model::visit_number_or_character(type, [&](auto like) {
    const auto number = model::load<decltype(like)>(value);
    using Number = std::remove_const_t<decltype(number)>;
    if constexpr (std::is_floating_point_v<Number>) {
      append_float(out, number, style);
    } else if constexpr (std::is_same_v<Number, char>) {
      append_text(out, {&number, 1}, LineEnds::kept_in_string);
    } else {
      fmt::format_to(std::back_inserter(out), "{}", number);
    }
  });
}

void append_member(std::string& out, const Type& type, const std::byte* value) {
  const std::string_view name = member_name(type, value);
  if (!name.empty()) {
    append_name(out, name);
    return;
  }
  const bool is_zero = std::all_of(value, value + type.size_bytes,
                                   [](std::byte byte) { return byte == std::byte{}; });
  if (is_zero && find_member(type, no_member) == nullptr) {
    out += no_member;
  } else {
    append_atomic(out, type.base->type_class, value, {});
  }
}

void append_list(std::string& out, const Type& type, const std::byte* values, std::size_t count,
                 const CdlStyle& style) {
  out += '{';
  append_value_list(out, type, values, count, style);
  out += '}';
}

/// Appends an array of characters, a string for each row.
void append_rows(std::string& out, const model::CompoundField& field, const std::byte* values) {
  const std::size_t length = field.shape.back();
  const std::size_t count = length == 0 ? 0 : field.value_count() / length;
  out += '{';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    append_member_text(out, {reinterpret_cast<const char*>(values) + i * length, length});
  }
  out += '}';
}

void append_field(std::string& out, const model::CompoundField& field, const std::byte* value,
                  const CdlStyle& style) {
  const bool is_text = field.type->type_class == TypeClass::char_;
  if (field.shape.empty()) {
    if (is_text) {
      append_member_text(out, {reinterpret_cast<const char*>(value), 1});
    } else {
      append_value(out, *field.type, value, style);
    }
  } else if (is_text) {
    append_rows(out, field, value);
  } else {
    append_list(out, *field.type, value, field.value_count(), style);
  }
}

void append_compound(std::string& out, const Type& type, const std::byte* value,
                     const CdlStyle& style) {
  out += '{';
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    if (i > 0) out += ", ";
    append_field(out, type.fields[i], value + type.fields[i].offset_bytes, style);
  }
  out += '}';
}

void append_string(std::string& out, const std::byte* value) {
  const auto* const text = model::load<const char*>(value);
  if (text == nullptr) {
    out += "NIL";
  } else {
    append_text(out, text, LineEnds::kept_in_string);
  }
}

// ---- Fill values ----

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

char* put_float(char* to, float value, const CdlStyle& style, Point point) {
  return put(to, value, style.float_digits, style, point);
}

char* put_float(char* to, double value, const CdlStyle& style, Point point) {
  return put(to, value, style.double_digits, style, point);
}

double number_at(TypeClass type, const std::byte* value) {
  return model::visit_number_or_character(
      type, [&](auto like) { return static_cast<double>(model::load<decltype(like)>(value)); });
}

std::string_view member_name(const Type& enumeration, const std::byte* value) {
  const auto found = std::ranges::find_if(enumeration.members, [&](const auto& member) {
    return std::memcmp(member.value.data(), value, member.value.size()) == 0;
  });
  return found == enumeration.members.end() ? std::string_view{} : std::string_view(found->name);
}

void append_value(std::string& out, const Type& type, const std::byte* value,
                  const CdlStyle& style) {
  switch (type.type_class) {
    case TypeClass::string:
      append_string(out, value);
      break;
    case TypeClass::opaque:
      append_opaque(out, value, type.size_bytes);
      break;
    case TypeClass::enumeration:
      append_member(out, type, value);
      break;
    case TypeClass::vlen: {
      const auto vlen = model::load<model::Vlen>(value);
      append_list(out, *type.base, static_cast<const std::byte*>(vlen.data), vlen.length, style);
      break;
    }
    case TypeClass::compound:
      append_compound(out, type, value, style);
      break;
    default:
      append_atomic(out, type.type_class, value, style);
  }
}

// Single characters would be read as numbers, or not at all.
void append_value_list(std::string& out, const Type& type, const std::byte* values,
                       std::size_t count, const CdlStyle& style) {
  if (type.type_class == TypeClass::char_ && count > 0) {
    return append_text(out, {reinterpret_cast<const char*>(values), count},
                       LineEnds::kept_in_string, EndZeros::kept);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    append_value(out, type, values + i * type.size_bytes, style);
  }
}

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
      return std::ranges::all_of(type.fields, [&](const auto& field) {
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
