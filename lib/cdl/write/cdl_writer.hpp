// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset as CDL, in the order of the text: for each group its definitions, its values, then the
// groups in it. Text is appended to a string, which the caller may empty at any time.
//
//   writer.begin("name");
//   writer.begin_group(0); writer.define(0); ...values... writer.end_group(0);
//   writer.end();
//
// source: ncdump(1), byte for byte
#pragma once

#include <string>
#include <string_view>

#include "cdl/write/line_layout.hpp"
#include "cdl/write/time_axis.hpp"
#include "cdl/write/variable_text.hpp"
#include "model/schema/finding.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

class CdlWriter {
 public:
  /// The schema must outlive this. provenance: of the dataset, if special attributes are shown.
  CdlWriter(const model::Schema& schema, const CdlStyle& style, model::Provenance provenance = {});

  [[nodiscard]] std::string& text() noexcept { return text_; }

  void begin(std::string_view name);
  void end();
  /// Append the lines around a group; nothing for the root.
  void begin_group(model::GroupId group);
  void end_group(model::GroupId group);
  /// Appends the types, dimensions, variables and attributes of the group.
  void define(model::GroupId group);
  /// Appends the line before the values.
  void begin_data();
  /// Appends a comment on a line of its own.
  void comment(std::string_view text);

  [[nodiscard]] ValueFormatter formatter(model::VariableId variable) const;
  [[nodiscard]] VariableText variable_text(model::VariableId variable);

 private:
  /// Begins a line; returns the text.
  std::string& indented() {
    lines_.indent(text_);
    return text_;
  }
  void define_types(model::GroupId group);
  void define_dimensions(model::GroupId group);
  void define_variables(model::GroupId group);
  void define_variable(model::VariableId variable);
  void attributes_of_group(model::GroupId group);
  void begin_attribute(std::string_view owner, const model::Attribute& attribute,
                       model::GroupId group);
  void attribute_of_variable(model::VariableId variable, const model::Attribute& attribute);
  void special_attribute(std::string_view owner, std::string_view text);

  const model::Schema& schema_;
  CdlStyle style_;
  model::Provenance provenance_;
  LineLayout lines_;
  std::string text_;
  TimeAxes time_axes_;
};

}  // namespace ncf::cdl
