// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/fill.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

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
  model::store(to, one);
  store_fill(*type.base, static_cast<std::byte*>(one.data));
}

}  // namespace

void store_fill(const model::Type& type, std::byte* to) {
  switch (type.type_class) {
    case TypeClass::string:
      return model::store(to, allocate_zeroed(1));
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
    default:
      model::visit_number_or_character(type.type_class, [&](auto like) {
        model::store(to, model::default_fill<decltype(like)>);
      });
  }
}

model::Values fill_value(const model::TypeRef& type) {
  model::Values value(type, 1);
  store_fill(*type, value.data());
  return value;
}

}  // namespace ncf::cdl
