// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/fill_value.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "cdl/write/value_text.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;
using model::Values;

template <class Number>
Values one(TypeClass type, Number value) {
  Values values(model::atomic_type(type), 1);
  std::memcpy(values.data(), &value, sizeof value);
  return values;
}

Values empty_string() {
  Values values(model::atomic_type(TypeClass::string), 1);
  void* const text = std::calloc(1, 1);
  if (text == nullptr) throw std::bad_alloc();
  std::memcpy(values.data(), &text, sizeof text);
  return values;
}

// source: netcdf.h, NC_FILL_*
std::optional<Values> default_fill(TypeClass type) {
  switch (type) {
    case TypeClass::char_:
      return one(type, char{0});
    case TypeClass::short_:
      return one(type, std::int16_t{-32767});
    case TypeClass::int_:
      return one(type, std::int32_t{-2147483647});
    case TypeClass::float_:
      return one(type, 9.9692099683868690e+36F);
    case TypeClass::double_:
      return one(type, 9.9692099683868690e+36);
    case TypeClass::ushort:
      return one(type, std::uint16_t{65535});
    case TypeClass::uint:
      return one(type, std::uint32_t{4294967295});
    case TypeClass::int64:
      return one(type, std::int64_t{-9223372036854775806});
    case TypeClass::uint64:
      return one(type, std::uint64_t{18446744073709551614U});
    case TypeClass::string:
      return empty_string();
    default:
      return std::nullopt;
  }
}

bool is_fill_array(const Type& type, const std::byte* values, const std::byte* fill,
                   std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_fill(type, values + i * type.size_bytes, fill + i * type.size_bytes)) return false;
  }
  return true;
}

bool is_fill_string(const std::byte* value, const std::byte* fill) {
  const auto* const a = load<const char*>(value);
  const auto* const b = load<const char*>(fill);
  if (a == nullptr || b == nullptr) return a == b;
  return std::strcmp(a, b) == 0;
}

}  // namespace

std::optional<Values> fill_value_of(const model::Variable& variable) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, "_FillValue");
  if (attribute != nullptr && attribute->values->count() == 1 &&
      model::same_type(*attribute->values->type(), *variable.type)) {
    return *attribute->values;
  }
  return default_fill(variable.type->type_class);
}

bool is_fill(const Type& type, const std::byte* value, const std::byte* fill) {
  switch (type.type_class) {
    case TypeClass::string:
      return is_fill_string(value, fill);
    case TypeClass::opaque:
      return std::memcmp(value, fill, type.size_bytes) == 0;
    case TypeClass::enumeration:
      return is_fill(*type.base, value, fill);
    case TypeClass::vlen: {
      const auto a = load<model::Vlen>(value);
      const auto b = load<model::Vlen>(fill);
      return a.length == b.length &&
             is_fill_array(*type.base, static_cast<const std::byte*>(a.data),
                           static_cast<const std::byte*>(b.data), a.length);
    }
    case TypeClass::compound:
      return std::all_of(type.fields.begin(), type.fields.end(), [&](const auto& field) {
        return is_fill_array(*field.type, value + field.offset_bytes, fill + field.offset_bytes,
                             field.value_count());
      });
    default:
      return visit_number_type(type.type_class, [&](auto like) {
        return is_fill(load<decltype(like)>(value), load<decltype(like)>(fill));
      });
  }
}

}  // namespace ncf::cdl
