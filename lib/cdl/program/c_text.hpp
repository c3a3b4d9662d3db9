// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Pieces of C: lists that go on on the next line where they are long, strings, constants of any
// type. Pure but for what is appended to.
// source: C99, 6.4 and 6.7.8
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "cdl/program/c_names.hpp"
#include "model/values.hpp"

namespace ncf::cdl {

/// Things separated by commas, in brackets within brackets, on lines of some length.
class CList {
 public:
  /// Appends to `out`, whose last line is `column` characters long; further lines begin with
  /// `indent` blanks.
  CList(std::string& out, std::size_t column, std::size_t indent)
      : out_(out), column_(column), indent_(indent) {}

  void put(std::string_view item);
  /// A string, in several literals where it is long.
  void put_string(std::string_view text);
  /// An item that begins with an opening bracket, and goes on.
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

/// "text" with its quotes and escapes, in one literal.
std::string c_string(std::string_view text);

/// "(int[]){1, 2}": an array to be pointed at; NULL for an empty one.
template <class Numbers>
std::string c_array(std::string_view type, const Numbers& numbers) {
  return numbers.empty() ? "NULL" : fmt::format("({}[]){{{}}}", type, fmt::join(numbers, ", "));
}

/// The values as an initializer of an array of their type, without its own braces.
/// type: theirs, as the schema of the names has it: each reading of a text makes its own.
void put_values(CList& list, const CNames& names, const model::Type& type,
                const model::Values& values);

}  // namespace ncf::cdl
