// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/values.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "base/memory/bytes.hpp"
#include "base/text/characters.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::model {

namespace {

// Fields of a compound may be at any offset, so pointers inside are copied with memcpy and never
// dereferenced in place. The depth of the recursion is that of the type, which was limited when the
// type was made.

void* allocate_zeroed(std::size_t count, std::size_t size_bytes) {
  void* memory = std::calloc(count, size_bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// `to` owns the new sequence before it is filled, so a failure does not leak it.
void copy_vlen(const Type& type, const std::byte* from, std::byte* to) {
  const auto source = load<Vlen>(from);
  if (source.length == 0) return;
  const Vlen copy{source.length, allocate_zeroed(source.length, type.base->size_bytes)};
  store(to, copy);
  copy_values(*type.base, static_cast<const std::byte*>(source.data),
              static_cast<std::byte*>(copy.data), copy.length);
}

bool equal_strings(const char* a, const char* b) noexcept {
  if (a == nullptr || b == nullptr) return a == b;
  return std::strcmp(a, b) == 0;
}

bool equal_value(const Type& type, const std::byte* a, const std::byte* b) {
  if (type.type_class == TypeClass::string) {
    return equal_strings(load<const char*>(a), load<const char*>(b));
  }
  if (type.type_class == TypeClass::vlen) {
    const auto left = load<Vlen>(a);
    const auto right = load<Vlen>(b);
    return left.length == right.length &&
           equal_values(*type.base, static_cast<const std::byte*>(left.data),
                        static_cast<const std::byte*>(right.data), left.length);
  }
  for (const CompoundField& field : type.fields) {
    if (!equal_values(*field.type, a + field.offset_bytes, b + field.offset_bytes,
                      field.value_count())) {
      return false;
    }
  }
  return true;
}

}  // namespace

void free_values(const Type& type, std::byte* values, std::size_t count) noexcept {
  if (type.is_fixed_size) return;
  for (std::size_t i = 0; i < count; ++i, values += type.size_bytes) {
    if (type.type_class == TypeClass::string) {
      std::free(load<char*>(values));
    } else if (type.type_class == TypeClass::vlen) {
      const auto vlen = load<Vlen>(values);
      free_values(*type.base, static_cast<std::byte*>(vlen.data), vlen.length);
      std::free(vlen.data);
    } else {
      for (const CompoundField& field : type.fields) {
        free_values(*field.type, values + field.offset_bytes, field.value_count());
      }
    }
  }
}

void copy_values(const Type& type, const std::byte* from, std::byte* to, std::size_t count) {
  if (type.is_fixed_size) {
    if (count > 0) std::memcpy(to, from, count * type.size_bytes);
    return;
  }
  for (std::size_t i = 0; i < count; ++i, from += type.size_bytes, to += type.size_bytes) {
    if (type.type_class == TypeClass::string) {
      const auto* const text = load<const char*>(from);
      if (text != nullptr) store(to, allocate_string(text));
    } else if (type.type_class == TypeClass::vlen) {
      copy_vlen(type, from, to);
    } else {
      for (const CompoundField& field : type.fields) {
        copy_values(*field.type, from + field.offset_bytes, to + field.offset_bytes,
                    field.value_count());
      }
    }
  }
}

bool equal_values(const Type& type, const std::byte* a, const std::byte* b, std::size_t count) {
  // Bytes between the fields of a compound have no meaning.
  if (type.is_fixed_size && type.type_class != TypeClass::compound) {
    return count == 0 || std::memcmp(a, b, count * type.size_bytes) == 0;
  }
  for (std::size_t i = 0; i < count; ++i, a += type.size_bytes, b += type.size_bytes) {
    if (!equal_value(type, a, b)) return false;
  }
  return true;
}

Values::Values(TypeRef type, std::size_t count)
    : type_(std::move(type)), count_(count), bytes_(count * type_->size_bytes) {}

// Delegates, so that the destructor frees what was copied before a failure.
Values::Values(const Values& other) : Values(other.type_, other.count_) {
  copy_values(*type_, other.data(), data(), count_);
}

// The moved-from object keeps its type, so it can be used again.
// NOLINTBEGIN(cert-oop11-cpp, performance-move-constructor-init)
Values::Values(Values&& other) noexcept
    : type_(other.type_),
      count_(std::exchange(other.count_, 0)),
      bytes_(std::exchange(other.bytes_, {})) {}
// NOLINTEND(cert-oop11-cpp, performance-move-constructor-init)

Values& Values::operator=(Values other) noexcept {
  std::swap(type_, other.type_);
  std::swap(count_, other.count_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Values::~Values() { free_inside(); }

void Values::reset(std::size_t count) {
  free_inside();
  count_ = 0;  // in case the next line throws
  bytes_.assign(count * type_->size_bytes, std::byte{0});
  count_ = count;
}

std::byte* Values::release() {
  auto* const released = static_cast<std::byte*>(std::malloc(bytes_.size() + 1));
  if (released == nullptr) throw std::bad_alloc();
  base::copy_bytes(bytes_, released);
  count_ = 0;
  bytes_.clear();
  return released;
}

void Values::free_inside() noexcept { free_values(*type_, data(), count_); }

bool operator==(const Values& a, const Values& b) {
  return a.count_ == b.count_ && same_type(*a.type_, *b.type_) &&
         equal_values(*a.type_, a.data(), b.data(), a.count_);
}

void copy_value(const Values& values, std::byte* to) {
  copy_values(*values.type(), values.data(), to, 1);
}

Values part_of(const Values& values, std::size_t begin, std::size_t count) {
  Values part(values.type(), count);
  const std::byte* const from = values.data() + begin * values.type()->size_bytes;
  if (count > 0) std::memcpy(part.data(), from, part.size_bytes());
  return part;
}

Values as_type(const Values& values, const TypeRef& type) {
  Values same(type, values.count());
  base::copy_bytes({values.data(), values.size_bytes()}, same.data());
  return same;
}

Values joined(const Values& first, const Values& second) {
  Values all(first.type(), first.count() + second.count());
  if (first.count() > 0) std::memcpy(all.data(), first.data(), first.size_bytes());
  if (second.count() > 0) {
    std::memcpy(all.data() + first.size_bytes(), second.data(), second.size_bytes());
  }
  return all;
}

std::size_t count_null_strings(const Values& values) {
  if (values.type()->type_class != TypeClass::string) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.count(); ++i) {
    if (load<const char*>(values.data() + i * sizeof(char*)) == nullptr) ++count;
  }
  return count;
}

void empty_null_strings(Values& values) {
  if (values.type()->type_class != TypeClass::string) return;
  for (std::size_t i = 0; i < values.count(); ++i) {
    std::byte* const place = values.data() + i * sizeof(char*);
    if (load<const char*>(place) == nullptr) store(place, allocate_string(""));
  }
}

Values text_values(std::string_view text) {
  Values values(atomic_type(TypeClass::char_), text.size());
  if (!text.empty()) std::memcpy(values.data(), text.data(), text.size());
  return values;
}

char* allocate_string(std::string_view text) {
  base::require_no_nul(text);
  char* const copy = static_cast<char*>(allocate_zeroed(text.size() + 1, 1));
  text.copy(copy, text.size());
  return copy;
}

Values string_value(std::string_view text) {
  Values value(atomic_type(TypeClass::string), 1);
  store(value.data(), allocate_string(text));
  return value;
}

std::string_view text_of(const Values& values) {
  if (values.type()->type_class != TypeClass::char_) {
    throw Error(ErrorCode::internal, "text_of: values of type " + values.type()->name);
  }
  return {reinterpret_cast<const char*>(values.data()), values.count()};
}

std::string_view without_padding(std::string_view text) noexcept {
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

std::vector<std::string_view> texts_of(const Values& values) {
  if (values.type()->type_class == TypeClass::char_) return {text_of(values)};
  std::vector<std::string_view> texts;
  if (values.type()->type_class != TypeClass::string) return texts;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto* const text = load<const char*>(values.data() + i * sizeof(char*));
    texts.emplace_back(text == nullptr ? "" : text);
  }
  return texts;
}

}  // namespace ncf::model
