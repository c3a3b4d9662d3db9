// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset as JSON, in the layout of `ncks --json`, with a type for every attribute, and with the
// user-defined types:
//
//   {
//     "dimensions": {"x": 2},
//     "variables": {
//       "t": {
//         "shape": ["x"],
//         "type": "float",
//         "attributes": {"units": {"type": "char", "data": "K"}},
//         "data": [271.5, 272]
//       }
//     },
//     "attributes": {...},
//     "groups": {"g": {...}}
//   }
//
// Text is appended group by group to a string that the caller empties, as with CdlWriter:
//
//   writer.begin_group(0); writer.begin_variable(0); ...values... writer.end_variable();
//   writer.end_variables(0); ...groups within... writer.end_group();
//
// source: NCO User Guide, "JSON"
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {

class JsonWriter {
 public:
  /// The schema must outlive this.
  explicit JsonWriter(const model::Schema& schema) : schema_(schema) {}

  [[nodiscard]] std::string& text() noexcept { return text_; }

  void begin_group(model::GroupId group);
  void begin_variable(model::VariableId variable);
  /// To be called before values, if any follow.
  void begin_data();
  void end_variable();
  /// To be called after all variables of the group.
  void end_variables(model::GroupId group);
  void end_group();

 private:
  void begin_member(std::string_view name);
  void open(std::string_view name);
  void close();
  /// Open and close an object of the innermost group, if that is not done.
  void open_if_closed(std::string_view name);
  void close_if_open();
  void line();
  void define_types(model::GroupId group);
  void define_type(const model::Type& type);
  void define_dimensions(model::GroupId group);
  void attributes(const std::vector<model::Attribute>& attributes);

  const model::Schema& schema_;
  std::string text_;
  std::vector<bool> has_members_;  ///< of the objects that are open, the innermost last
  /// Depths of the groups that are open; deeper objects are "variables" or "groups".
  std::vector<std::size_t> groups_;
};

/// How to write dates instead of numbers.
struct JsonDates {
  TimeAxis axis;
  char separator = ' ';
};

/// The values of one variable as nested lists. They come in C order, any number at a time. Numbers
/// are as short as possible without loss; NaN and infinities are null. Characters are strings along
/// the last dimension, enumeration values are names, compounds are objects, variable-length values
/// are lists, and opaque values are texts as in CDL.
class JsonValues {
 public:
  JsonValues(const model::Schema& schema, const model::Variable& variable,
             std::optional<JsonDates> dates);

  void append(std::string& out, const std::byte* values, std::size_t count);
  /// Ends the lists before their end, with null for the first value that is missing.
  void cut_short(std::string& out);

 private:
  void append_characters(std::string& out, std::string_view characters);
  void append_one(std::string& out, const std::byte* value) const;
  void open_lists(std::string& out) const;
  void close_lists(std::string& out);

  model::TypeRef type_;
  std::optional<JsonDates> dates_;
  std::optional<model::Values> fill_;  ///< written as a number, not as a date
  std::vector<std::size_t> shape_;     ///< of the lists; for characters without the last dimension
  std::vector<std::size_t> index_;     ///< of the next value in the lists
  std::size_t row_length_ = 1;         ///< characters in a string
  std::string row_;                    ///< the characters of the next string
};

}  // namespace ncf::cdl
