// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of one type in memory. They own the strings and variable-length values inside, which come
// from malloc, as in libnetcdf. Not thread-safe, but may be moved between threads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "model/values/type.hpp"

namespace ncf::model {

class NCF_MODULE_API Values {
 public:
  /// Makes `count` values whose bytes are zero (null strings, empty vlens).
  explicit Values(TypeRef type, std::size_t count = 0);
  Values(const Values& other);  ///< deep copy
  Values(Values&& other) noexcept;
  Values& operator=(Values other) noexcept;
  ~Values();

  /// Frees the contents and makes `count` zeroed values. Reuses the memory.
  void reset(std::size_t count);

  [[nodiscard]] const TypeRef& type() const noexcept { return type_; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::byte* data() noexcept { return bytes_.data(); }
  [[nodiscard]] const std::byte* data() const noexcept { return bytes_.data(); }
  /// Returns the bytes of the values themselves, without the contents of strings and vlens.
  [[nodiscard]] std::size_t size_bytes() const noexcept { return count_ * type_->size_bytes; }

  /// Returns the values in memory from malloc, at least one byte, which the caller frees after
  /// `free_values`. None remain.
  [[nodiscard]] std::byte* release();

  /// Whether both hold the same values (strings and vlens compared by content, NaN by bits).
  friend bool operator==(const Values& a, const Values& b);

 private:
  void free_inside() noexcept;

  TypeRef type_;
  std::size_t count_ = 0;
  std::vector<std::byte> bytes_;
};

/// Returns whether `count` values of a type are equal. Strings and vlens are compared by content,
/// numbers by bits, compounds by their fields. Any thread.
[[nodiscard]] bool equal_values(const Type& type, const std::byte* a, const std::byte* b,
                                std::size_t count);

/// Makes deep copies of `count` values of a type in zeroed memory. If that fails, free them.
void copy_values(const Type& type, const std::byte* from, std::byte* to, std::size_t count);

/// Does the same for the first of `values`.
void copy_value(const Values& values, std::byte* to);

/// Frees the strings and variable-length values inside, and not the memory of the values.
void free_values(const Type& type, std::byte* values, std::size_t count) noexcept;

/// Returns `count` of the values from `begin` on; those of `first`, followed by those of `second`,
/// which are of the same type. The type has a fixed size.
Values part_of(const Values& values, std::size_t begin, std::size_t count);
Values joined(const Values& first, const Values& second);

/// Returns the same bytes as values of another type. Both have the same, fixed size.
Values as_type(const Values& values, const TypeRef& type);

/// Counts the strings that are null, which HDF5 and CDL distinguish from empty ones. Other types,
/// even with strings inside, have none.
std::size_t count_null_strings(const Values& values);
/// Replaces them by empty strings.
void empty_null_strings(Values& values);

/// Returns `text` as values of type char.
Values text_values(std::string_view text);
/// Returns a text as a string in memory from malloc. throws: Error(usage) if it contains a NUL.
char* allocate_string(std::string_view text);
/// Returns one value of type string. throws: Error(usage) if the text contains a NUL.
Values string_value(std::string_view text);
/// Returns the text of values of type char. The type must be char.
std::string_view text_of(const Values& values);
/// Returns a text without the NULs at its end, which only pad it.
std::string_view without_padding(std::string_view text) noexcept;
/// Returns the texts in values: all characters together are one, each string is one (empty if it is
/// null), and other types have none. The texts point into `values`.
std::vector<std::string_view> texts_of(const Values& values);

}  // namespace ncf::model
