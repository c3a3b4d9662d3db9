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
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace ncf::cdl
