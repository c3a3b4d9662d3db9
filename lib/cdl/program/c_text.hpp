// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Pieces of a program in C: names, lists broken into lines, strings, constants of any type, calls
// of libnetcdf, and definitions. The functions are pure, except that some append to a string.
// source: C99, 6.4 and 6.7.8; netCDF C API reference
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::cdl {

/// The names of a schema's objects. Each consists of a prefix that avoids keywords and the names of
/// libraries, the object's name as far as C allows it, and a number if two names would otherwise be
/// the same.
class CNames {
 public:
  /// The schema must outlive this.
  explicit CNames(const model::Schema& schema);

  /// Returns the variables of the program that contain ids.
  [[nodiscard]] const std::string& group(model::GroupId id) const { return groups_.at(id); }
  [[nodiscard]] const std::string& dimension(model::DimensionId id) const {
    return dimensions_.at(id);
  }
  [[nodiscard]] const std::string& variable(model::VariableId id) const {
    return variables_.at(id);
  }

  /// "NC_INT", "type_station": the id of a type.
  [[nodiscard]] std::string type_id(const model::Type& type) const;
  /// "int", "value_station": the C type of one value.
  [[nodiscard]] std::string value_type(const model::Type& type) const;

 private:
  [[nodiscard]] const std::string& user_type(const model::Type& type) const;

  const model::Schema& schema_;
  std::vector<std::string> groups_, dimensions_, variables_, types_;
};

/// Returns the names of a structure's members, one for each field.
std::vector<std::string> member_names(const model::Type& compound);

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

/// A statement that calls a function of libnetcdf, and ends the program if that fails.
class CCall {
 public:
  using Arguments = std::initializer_list<std::string_view>;

  /// Appends the call to `out`, without its end. The last line of `out` must be empty.
  CCall(std::string& out, std::size_t indent, std::string_view function, Arguments arguments);

  CCall& put(std::string_view argument);
  CCall& put_string(std::string_view text);

  /// place: the text that the program prints before libnetcdf's reason.
  void end(std::string_view place);

 private:
  CList list_;
};

/// Appends types, variables for ids, and functions that define everything in a dataset but its
/// groups. Returns the names of these functions, in the order in which to call them.
std::vector<std::string> append_c_definitions(std::string& out, const model::Schema& schema,
                                              const CNames& names);

}  // namespace ncf::cdl
