// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/definition_text.hpp"

#include "base/text/characters.hpp"
#include "cdl/write/header_text.hpp"
#include "cdl/write/value_text.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {
namespace {

/// Lines of any length.
constexpr std::size_t unlimited_line = std::size_t{1} << 30U;

CdlStyle exact_style() {
  CdlStyle style;
  style.exact = true;
  return style;
}

/// Returns the text with all blanks and line ends between words as one blank.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || (!line.empty() && line.back() != ' ')) line += next;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string type_definition_text(const model::Schema& schema, const model::UserType& type) {
  std::string text;
  cdl::LineLayout lines(unlimited_line);
  cdl::append_type_definition(text, schema, *type.type, type.group, lines);
  return base::to_nfc(on_one_line(text));
}

std::string type_text(const model::Schema& schema, const model::Variable& variable) {
  std::string text;
  cdl::append_type_name(text, schema, *variable.type, variable.group);
  return base::to_nfc(text);
}

std::string type_definitions_text(const model::Schema& schema, const model::Variable& variable) {
  UsedTypes used;
  used.add(variable.type);
  std::string text;
  for (const model::UserType& type : schema.types) {
    if (!used.has(type.type)) continue;
    if (!text.empty()) text += ' ';
    text += type_definition_text(schema, type);
  }
  return text;
}

std::string dimension_text(const model::Schema& schema, const model::Variable& variable,
                           model::DimensionId id) {
  if (schema.dimensions[id].is_unnamed) return std::to_string(schema.dimensions[id].length);
  std::string text;
  cdl::append_dimension_name(text, schema, id, variable.group);
  return text;
}

std::string dimensions_text(const model::Schema& schema, const model::Variable& variable) {
  std::string text = "(";
  for (const model::DimensionId id : variable.dimensions) {
    if (text.size() > 1) text += ", ";
    text += dimension_text(schema, variable, id);
  }
  return text + ')';
}

std::string variable_text(const model::Schema& schema, model::VariableId id) {
  const model::Variable& variable = schema.variables[id];
  const std::string type = type_text(schema, variable);
  return variable.is_scalar() ? type : type + dimensions_text(schema, variable);
}

std::string attribute_text(const model::Values& values) {
  if (values.count() == 0 && values.type()->type_class != model::TypeClass::char_) {
    return "no values";
  }
  std::string text;
  cdl::LineLayout lines(unlimited_line);
  cdl::append_attribute_values(text, values, cdl::LineEnds::kept_in_string, exact_style(), lines);
  return text;
}

std::string value_text(const model::Type& type, const std::byte* value) {
  std::string text;
  cdl::append_value(text, type, value, exact_style());
  return text;
}

}  // namespace ncf::ops
