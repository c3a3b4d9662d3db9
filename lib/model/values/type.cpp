// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/type.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text/characters.hpp"

namespace ncf::model {
namespace {

struct AtomicFacts {
  const char* name;
  std::size_t size_bytes;
};

// In the order of TypeClass.
constexpr std::array<AtomicFacts, 12> atomic_facts{{
    {"byte", 1},
    {"char", 1},
    {"short", 2},
    {"int", 4},
    {"float", 4},
    {"double", 8},
    {"ubyte", 1},
    {"ushort", 2},
    {"uint", 4},
    {"int64", 8},
    {"uint64", 8},
    {"string", sizeof(char*)},
}};

std::array<TypeRef, atomic_facts.size()> make_atomic_types() {
  std::array<TypeRef, atomic_facts.size()> types;
  for (std::size_t i = 0; i < types.size(); ++i) {
    Type type;
    type.type_class = static_cast<TypeClass>(i);
    type.name = atomic_facts[i].name;
    type.size_bytes = atomic_facts[i].size_bytes;
    types[i] = make_type(std::move(type));
  }
  return types;
}

/// For netCDF, names of different Unicode forms are equal.
bool same_name(const std::string& a, const std::string& b) {
  return a == b || base::to_nfc(a) == base::to_nfc(b);
}

bool same_base(const TypeRef& a, const TypeRef& b) {
  if (!a || !b) return a == b;
  return same_type(*a, *b);
}

bool same_member(const EnumMember& a, const EnumMember& b) {
  return same_name(a.name, b.name) && a.value == b.value;
}

bool same_field(const CompoundField& a, const CompoundField& b) {
  return same_name(a.name, b.name) && a.offset_bytes == b.offset_bytes && a.shape == b.shape &&
         same_type(*a.type, *b.type);
}

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

const TypeRef& atomic_type(TypeClass type_class) {
  static const auto types = make_atomic_types();
  return types.at(static_cast<std::size_t>(type_class));
}

bool same_type(const Type& a, const Type& b) {
  return &a == &b || (same_name(a.name, b.name) && same_type_but_for_name(a, b));
}

bool same_type_but_for_name(const Type& a, const Type& b) {
  return a.type_class == b.type_class && a.size_bytes == b.size_bytes &&
         same_base(a.base, b.base) && std::ranges::equal(a.members, b.members, same_member) &&
         std::ranges::equal(a.fields, b.fields, same_field);
}

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

bool fits_any_file(std::span<const std::size_t> lengths, std::size_t value_bytes) noexcept {
  auto bytes = static_cast<std::int64_t>(value_bytes);
  for (const std::size_t length : lengths) {
    if (length > 0 && __builtin_mul_overflow(bytes, length, &bytes)) return false;
  }
  return true;
}

}  // namespace ncf::model
