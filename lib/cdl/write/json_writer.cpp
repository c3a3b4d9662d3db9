// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/json_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "cdl/write/json_values.hpp"

namespace ncf::cdl {
namespace {

using model::GroupId;
using model::Type;
using model::TypeClass;

std::string_view class_name(TypeClass type_class) {
  switch (type_class) {
    case TypeClass::opaque:
      return "opaque";
    case TypeClass::enumeration:
      return "enum";
    case TypeClass::vlen:
      return "vlen";
    default:
      return "compound";
  }
}

/// Appends one value, or a list of several.
void append_attribute(std::string& out, const model::Values& values) {
  const Type& type = *values.type();
  out += "{\"type\": ";
  append_json_text(out, type.name);
  out += ", \"data\": ";
  if (type.type_class == TypeClass::char_) {
    append_json_text(out, model::text_of(values));
  } else {
    if (values.count() != 1) out += '[';
    for (std::size_t i = 0; i < values.count(); ++i) {
      if (i > 0) out += ", ";
      append_json_value(out, type, values.data() + i * type.size_bytes);
    }
    if (values.count() != 1) out += ']';
  }
  out += '}';
}

}  // namespace

void JsonWriter::line() {
  text_ += '\n';
  text_.append(2 * has_members_.size(), ' ');
}

void JsonWriter::begin_member(std::string_view name) {
  if (has_members_.back()) text_ += ',';
  has_members_.back() = true;
  line();
  append_json_text(text_, name);
  text_ += ": ";
}

void JsonWriter::open(std::string_view name) {
  begin_member(name);
  text_ += '{';
  has_members_.push_back(false);
}

void JsonWriter::close() {
  const bool had_members = has_members_.back();
  has_members_.pop_back();
  if (had_members) line();
  text_ += '}';
}

void JsonWriter::open_if_closed(std::string_view name) {
  if (has_members_.size() == groups_.back()) open(name);
}

void JsonWriter::close_if_open() {
  while (has_members_.size() > groups_.back()) close();
}

void JsonWriter::begin_group(GroupId group) {
  if (group == 0) {
    text_ += '{';
    has_members_.push_back(false);
  } else {
    open_if_closed("groups");
    open(schema_.groups[group].name);
  }
  groups_.push_back(has_members_.size());
  define_types(group);
  define_dimensions(group);
}

void JsonWriter::end_group() {
  close_if_open();
  groups_.pop_back();
  close();
  if (groups_.empty()) text_ += '\n';
}

void JsonWriter::begin_variable(model::VariableId id) {
  const model::Variable& variable = schema_.variables[id];
  open_if_closed("variables");
  open(variable.name);
  if (!variable.dimensions.empty()) {
    begin_member("shape");
    for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
      text_ += i == 0 ? "[" : ", ";
      append_json_text(text_, schema_.dimensions[variable.dimensions[i]].name);
    }
    text_ += ']';
  }
  begin_member("type");
  append_json_text(text_, variable.type->name);
  attributes(variable.attributes);
}

void JsonWriter::begin_data() { begin_member("data"); }

void JsonWriter::end_variable() { close(); }

void JsonWriter::end_variables(GroupId group) {
  close_if_open();
  attributes(schema_.groups[group].attributes);
}

void JsonWriter::attributes(const std::vector<model::Attribute>& attributes) {
  if (attributes.empty()) return;
  open("attributes");
  for (const model::Attribute& attribute : attributes) {
    begin_member(attribute.name);
    append_attribute(text_, *attribute.values);
  }
  close();
}

void JsonWriter::define_dimensions(GroupId group) {
  for (const model::Dimension& dimension : schema_.dimensions) {
    if (dimension.group != group) continue;
    open_if_closed("dimensions");
    begin_member(dimension.name);
    fmt::format_to(std::back_inserter(text_), "{}", dimension.length);
  }
  close_if_open();
}

void JsonWriter::define_types(GroupId group) {
  for (const model::UserType& user : schema_.types) {
    if (user.group != group) continue;
    open_if_closed("types");
    define_type(*user.type);
  }
  close_if_open();
}

void JsonWriter::define_type(const Type& type) {
  open(type.name);
  begin_member("class");
  append_json_text(text_, class_name(type.type_class));
  if (type.type_class == TypeClass::opaque) {
    begin_member("size");
    fmt::format_to(std::back_inserter(text_), "{}", type.size_bytes);
  }
  if (type.base) {
    begin_member("base");
    append_json_text(text_, type.base->name);
  }
  if (!type.members.empty()) {
    open("members");
    for (const model::EnumMember& member : type.members) {
      begin_member(member.name);
      append_json_value(text_, *type.base, member.value.data());
    }
    close();
  }
  if (!type.fields.empty()) {
    open("fields");
    for (const model::CompoundField& field : type.fields) {
      open(field.name);
      begin_member("type");
      append_json_text(text_, field.type->name);
      if (!field.shape.empty()) {
        begin_member("shape");
        fmt::format_to(std::back_inserter(text_), "[{}]", fmt::join(field.shape, ", "));
      }
      close();
    }
    close();
  }
  close();
}

}  // namespace ncf::cdl
