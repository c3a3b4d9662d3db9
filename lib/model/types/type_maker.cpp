// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/types/type_maker.hpp"

#include <algorithm>
#include <utility>

#include "model/types/limits.hpp"

namespace ncf::model {
namespace {

/// Returns the alignment that a C compiler uses. source: netcdf-c libdispatch/ncoffsets.c
std::size_t alignment_of(const Type& type) noexcept {
  switch (type.type_class) {
    case TypeClass::opaque:
      return 1;
    case TypeClass::enumeration:
      return alignment_of(*type.base);
    case TypeClass::vlen:
      return alignof(Vlen);
    case TypeClass::compound: {
      std::size_t largest = 1;
      for (const CompoundField& field : type.fields) {
        largest = std::max(largest, alignment_of(*field.type));
      }
      return largest;
    }
    default:
      return type.size_bytes;
  }
}

std::size_t round_up(std::size_t value, std::size_t multiple) noexcept {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

std::size_t depth_of(const Type& type) noexcept {
  std::size_t inside = type.base ? depth_of(*type.base) : 0;
  for (const CompoundField& field : type.fields) inside = std::max(inside, depth_of(*field.type));
  return inside + 1;
}

TypeRef make_type(Type type) {
  type.is_fixed_size =
      type.type_class != TypeClass::string && type.type_class != TypeClass::vlen &&
      std::ranges::all_of(type.fields, [](const auto& one) { return one.type->is_fixed_size; });
  return std::make_shared<const Type>(std::move(type));
}

bool append_field(Type& compound, CompoundField field) {
  std::size_t bytes = field.type->size_bytes;
  for (const std::size_t length : field.shape) {
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes > max_type_bytes) return false;
  }
  field.offset_bytes = round_up(compound.size_bytes, alignment_of(*field.type));
  compound.size_bytes = field.offset_bytes + bytes;
  compound.fields.push_back(std::move(field));
  return compound.size_bytes <= max_type_bytes;
}

void pad_compound(Type& compound) noexcept {
  compound.size_bytes = round_up(compound.size_bytes, alignment_of(compound));
}

}  // namespace ncf::model
