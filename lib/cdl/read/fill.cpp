// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/fill.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace ncf::cdl {
namespace {

using model::TypeClass;

constexpr float fill_float = 9.9692099683868690e+36F;
constexpr double fill_double = 9.9692099683868690e+36;

template <typename T>
void store(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof value);
}

void* allocate_zeroed(std::size_t bytes) {
  void* memory = std::calloc(1, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void store_compound(const model::Type& type, std::byte* to) {
  for (const model::CompoundField& field : type.fields) {
    for (std::size_t i = 0; i < field.value_count(); ++i) {
      store_fill(*field.type, to + field.offset_bytes + i * field.type->size_bytes);
    }
  }
}

void store_sequence(const model::Type& type, std::byte* to) {
  const model::Vlen one{1, allocate_zeroed(type.base->size_bytes)};
  store(one, to);
  store_fill(*type.base, static_cast<std::byte*>(one.data));
}

}  // namespace

void store_fill(const model::Type& type, std::byte* to) {
  switch (type.type_class) {
    case TypeClass::byte_:
      return store(std::int8_t{-127}, to);
    case TypeClass::char_:
      return store('\0', to);
    case TypeClass::short_:
      return store(std::int16_t{-32767}, to);
    case TypeClass::int_:
      return store(std::int32_t{-2147483647}, to);
    case TypeClass::float_:
      return store(fill_float, to);
    case TypeClass::double_:
      return store(fill_double, to);
    case TypeClass::ubyte:
      return store(std::uint8_t{255}, to);
    case TypeClass::ushort:
      return store(std::uint16_t{65535}, to);
    case TypeClass::uint:
      return store(std::uint32_t{4294967295U}, to);
    case TypeClass::int64:
      return store(std::int64_t{-9223372036854775806LL}, to);
    case TypeClass::uint64:
      return store(std::uint64_t{18446744073709551614ULL}, to);
    case TypeClass::string:
      return store(static_cast<char*>(allocate_zeroed(1)), to);
    case TypeClass::opaque:
      std::memset(to, 0, type.size_bytes);
      return;
    case TypeClass::enumeration:
      std::memcpy(to, type.members.front().value.data(), type.size_bytes);
      return;
    case TypeClass::vlen:
      return store_sequence(type, to);
    case TypeClass::compound:
      return store_compound(type, to);
  }
}

model::Values fill_value(const model::TypeRef& type) {
  model::Values value(type, 1);
  store_fill(*type, value.data());
  return value;
}

}  // namespace ncf::cdl
