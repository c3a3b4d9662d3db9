// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// User-defined types and their values for tests of several parts of the library.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/values/type.hpp"
#include "model/values/values.hpp"

namespace ncf::test {

inline model::TypeRef vlen_of(const model::TypeRef& base, const std::string& name) {
  model::Type type;
  type.type_class = model::TypeClass::vlen;
  type.name = name;
  type.size_bytes = sizeof(model::Vlen);
  type.base = base;
  return model::make_type(std::move(type));
}

inline model::TypeRef compound_of(std::vector<model::CompoundField> fields, std::size_t size_bytes,
                                  const std::string& name) {
  model::Type type;
  type.type_class = model::TypeClass::compound;
  type.name = name;
  type.size_bytes = size_bytes;
  type.fields = std::move(fields);
  return model::make_type(std::move(type));
}

/// Returns a copy of `count` bytes, allocated by malloc as values own them.
inline void* allocate(const void* from, std::size_t count) {
  void* memory = std::malloc(count);
  std::memcpy(memory, from, count);
  return memory;
}

inline char* allocate_string(const std::string& text) {
  return static_cast<char*>(allocate(text.c_str(), text.size() + 1));
}

template <class T>
model::Vlen allocate_vlen(const std::vector<T>& elements) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {elements.size(), allocate(elements.data(), elements.size() * sizeof(T))};
}

/// Sets the bytes of value `index`, from byte `offset` on.
template <class T>
void set(model::Values& values, std::size_t index, const T& value, std::size_t offset = 0) {
  std::memcpy(values.data() + index * values.type()->size_bytes + offset, &value, sizeof value);
}

template <class T>
T get(const model::Values& values, std::size_t index, std::size_t offset = 0) {
  T value;
  std::memcpy(&value, values.data() + index * values.type()->size_bytes + offset, sizeof value);
  return value;
}

template <class T>
model::Values values_of(model::TypeClass type_class, const std::vector<T>& elements) {
  model::Values values(model::atomic_type(type_class), elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) set(values, i, elements[i]);
  return values;
}

inline model::Values strings(const std::vector<std::string>& texts) {
  model::Values values(model::atomic_type(model::TypeClass::string), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) set(values, i, allocate_string(texts[i]));
  return values;
}

}  // namespace ncf::test
