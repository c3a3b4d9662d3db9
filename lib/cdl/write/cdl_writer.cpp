// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/cdl_writer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>
#include <vector>

#include "cdl/language/language.hpp"
#include "cdl/read/special_reader.hpp"
#include "cdl/write/any_in.hpp"
#include "cdl/write/attribute_text.hpp"
#include "cdl/write/type_text.hpp"

namespace ncf::cdl {
namespace {

using model::Attribute;
using model::GroupId;
using model::TypeClass;
using model::VariableId;

constexpr std::string_view properties_name = "_NCProperties";

/// Returns whether an attribute needs this type before its name, because its values do not show it.
bool needs_type(const model::Type& type) {
  return !type.is_atomic() || type.type_class == TypeClass::string;
}

}  // namespace

CdlWriter::CdlWriter(const model::Schema& schema, const CdlStyle& style,
                     model::Provenance provenance)
    : schema_(schema),
      style_(style),
      provenance_(std::move(provenance)),
      lines_(style.line_length),
      time_axes_(schema) {}

void CdlWriter::begin(std::string_view name) {
  text_ += "netcdf ";
  append_name(text_, name);
  text_ += " {\n";
}

void CdlWriter::end() { text_ += "}\n"; }

void CdlWriter::begin_group(GroupId group) {
  if (group == 0) return;
  text_ += '\n';
  lines_.indent(text_);
  text_ += "group: ";
  append_name(text_, schema_.groups[group].name);
  text_ += " {\n";
  lines_.enter();
}

void CdlWriter::end_group(GroupId group) {
  if (group == 0) return;
  lines_.indent(text_);
  text_ += "} // group ";
  append_name(text_, schema_.groups[group].name);
  text_ += '\n';
  lines_.leave();
}

void CdlWriter::define(GroupId group) {
  define_types(group);
  define_dimensions(group);
  define_variables(group);
  attributes_of_group(group);
}

void CdlWriter::define_types(GroupId group) {
  if (!any_in(schema_.types, group)) return;
  lines_.indent(text_);
  text_ += "types:\n";
  lines_.enter();
  for (const model::UserType& user : schema_.types) {
    if (user.group == group) append_type_definition(text_, schema_, *user.type, group, lines_);
  }
  lines_.leave();
}

void CdlWriter::define_dimensions(GroupId group) {
  if (!any_in(schema_.dimensions, group)) return;
  lines_.indent(text_);
  text_ += "dimensions:\n";
  for (const model::Dimension& dimension : schema_.dimensions) {
    if (dimension.group != group) continue;
    lines_.indent(text_);
    text_ += '\t';
    append_name(text_, dimension.name);
    const auto to = std::back_inserter(text_);
    if (dimension.is_unlimited) {
      fmt::format_to(to, " = UNLIMITED ; // ({} currently)\n", dimension.length);
    } else {
      fmt::format_to(to, " = {} ;\n", dimension.length);
    }
  }
}

void CdlWriter::define_variables(GroupId group) {
  if (!any_in(schema_.variables, group)) return;
  lines_.indent(text_);
  text_ += "variables:\n";
  for (VariableId id = 0; id < schema_.variables.size(); ++id) {
    if (schema_.variables[id].group == group) define_variable(id);
  }
}

void CdlWriter::define_variable(VariableId id) {
  const model::Variable& variable = schema_.variables[id];
  lines_.indent(text_);
  text_ += '\t';
  append_type_name(text_, schema_, *variable.type, variable.group);
  text_ += ' ';
  append_name(text_, variable.name);
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    text_ += i == 0 ? "(" : ", ";
    append_dimension_name(text_, schema_, variable.dimensions[i], variable.group);
  }
  text_ += variable.dimensions.empty() ? " ;\n" : ") ;\n";

  for (const Attribute& attribute : variable.attributes) attribute_of_variable(id, attribute);
  if (!style_.special_attributes) return;
  for (const SpecialAttribute& special : special_attributes(schema_, variable, style_)) {
    special_attribute(variable.name, special);
  }
}

void CdlWriter::attributes_of_group(GroupId group) {
  const std::vector<Attribute>& attributes = schema_.groups[group].attributes;
  if (attributes.empty() && !style_.special_attributes) return;
  text_ += '\n';
  lines_.indent(text_);
  text_ += group == 0 ? "// global attributes:\n" : "// group attributes:\n";
  for (const Attribute& attribute : attributes) {
    if (!style_.exact && group == 0 && attribute.name == properties_name) continue;
    begin_attribute({}, attribute, group);
    text_ += " ;\n";
  }
  if (group != 0 || !style_.special_attributes) return;
  for (const SpecialAttribute& special : special_attributes(schema_, provenance_, style_)) {
    special_attribute({}, special);
  }
}

/// Appends an attribute up to the end of its values.
void CdlWriter::begin_attribute(std::string_view owner, const Attribute& attribute, GroupId group) {
  const model::Values& values = *attribute.values;
  const model::Type& type = *values.type();
  lines_.indent(text_);
  text_ += "\t\t";
  const bool is_fill_value = !owner.empty() && attribute.name == "_FillValue";
  const bool has_no_values =
      style_.exact && values.count() == 0 && type.type_class != TypeClass::char_;
  const bool looks_special = style_.exact && find_special(attribute.name);
  if (needs_type(type) || has_no_values || looks_special ||
      (style_.fill_value_type && is_fill_value)) {
    append_type_name(text_, schema_, type, group);
    text_ += ' ';
  }
  append_name(text_, owner);
  if (is_section_name(owner)) text_ += ' ';
  text_ += ':';
  append_name(text_, attribute.name);
  text_ += " =";
  if (has_no_values) return;
  text_ += ' ';
  // Only characters are joined when they are read, and a fill value is a single one.
  const bool may_split =
      !has_enhanced_model(schema_.format) && type.type_class == TypeClass::char_ && !is_fill_value;
  append_attribute_values(
      text_, values, may_split ? LineEnds::split_string : LineEnds::kept_in_string, style_, lines_);
}

void CdlWriter::attribute_of_variable(VariableId id, const Attribute& attribute) {
  const model::Variable& variable = schema_.variables[id];
  begin_attribute(variable.name, attribute, variable.group);
  text_ += " ;";
  const TypeClass type = attribute.values->type()->type_class;
  if (style_.date_separator && attribute.values->count() > 0 && type < TypeClass::string &&
      type != TypeClass::char_) {
    if (const auto axis = TimeAxis::of(variable)) {
      append_attribute_dates(text_, *attribute.values, *axis, style_, lines_);
    }
  }
  text_ += '\n';
}

void CdlWriter::special_attribute(std::string_view owner, const SpecialAttribute& special) {
  lines_.indent(text_);
  text_ += "\t\t";
  append_name(text_, owner);
  const auto to = std::back_inserter(text_);
  fmt::format_to(to, ":{} = {} ;", special.name, special.value);
  if (!special.comment.empty()) fmt::format_to(to, " // {}", special.comment);
  text_ += '\n';
}

void CdlWriter::begin_data() {
  lines_.indent(text_);
  text_ += "data:\n";
}

void CdlWriter::comment(std::string_view text) {
  text_ += '\n';
  lines_.indent(text_);
  text_ += " // ";
  for (const char c : text) text_ += c == '\n' ? ' ' : c;
  text_ += '\n';
}

ValueFormatter CdlWriter::formatter(VariableId id) const {
  return ValueFormatter(schema_.variables[id], style_, time_axes_.of(id));
}

VariableText CdlWriter::variable_text(VariableId id) {
  return VariableText(lines_, schema_, schema_.variables[id], style_);
}

}  // namespace ncf::cdl
