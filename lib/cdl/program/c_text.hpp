// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Pieces of C: lists broken into lines, strings, constants of any type. The functions are pure,
// except that some append to a string.
// source: C99, 6.4 and 6.7.8
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "cdl/program/c_names.hpp"
#include "model/values/values.hpp"

namespace ncf::cdl {

/// A list of items separated by commas, with nested brackets, broken into lines.
class CList {
 public:
  /// Appends to `out`, whose last line is `column` characters long; further lines begin with
  /// `indent` blanks.
  CList(std::string& out, std::size_t column, std::size_t indent)
      : out_(out), column_(column), indent_(indent) {}

  void put(std::string_view item);
  /// Appends a string, in several literals if it is long.
  void put_string(std::string_view text);
  /// Begins an item with an opening bracket.
  void open(std::string_view bracket);
  void close(std::string_view bracket);

 private:
  void place(std::string_view piece);
  void append(std::string_view piece);

  std::string& out_;
  std::size_t column_;
  std::size_t indent_;
  bool needs_comma_ = false;
};

/// Returns a text as one literal, with quotes and escapes.
std::string c_string(std::string_view text);

/// Returns an array that a pointer can point at, "(int[]){1, 2}"; NULL for an empty one.
template <class Numbers>
std::string c_array(std::string_view type, const Numbers& numbers) {
  return numbers.empty() ? "NULL" : fmt::format("({}[]){{{}}}", type, fmt::join(numbers, ", "));
}

/// Appends the values as an initializer of an array of their type, without its braces.
/// type: their type in the schema that `names` is for; each reading of a text makes its own types.
void put_values(CList& list, const CNames& names, const model::Type& type,
                const model::Values& values);

}  // namespace ncf::cdl
