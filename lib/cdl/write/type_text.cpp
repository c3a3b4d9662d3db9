// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/type_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "cdl/read/document.hpp"
#include "cdl/write/escapes.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::GroupId;
using model::Schema;
using model::Type;
using model::TypeClass;

void append_path(std::string& out, const Schema& schema, GroupId group) {
  const std::string path = schema.group_path(group);
  append_name(out, path);
  if (path != "/") out += '/';
}

/// Returns whether the name alone means this type, and not an atomic type or one defined on the way
/// up to it.
bool is_unambiguous(const Schema& schema, const Type& type, GroupId group) {
  if (find_atomic_type(type.name)) return false;
  for (std::optional<GroupId> at = group; at; at = schema.groups[*at].parent) {
    const auto found = std::ranges::find_if(schema.types, [&](const model::UserType& user) {
      return user.group == *at && user.type->name == type.name;
    });
    if (found != schema.types.end()) return same_type(*found->type, type);
  }
  return false;
}

GroupId group_of(const Schema& schema, const Type& type) {
  const auto found =
      std::find_if(schema.types.begin(), schema.types.end(),
                   [&](const model::UserType& user) { return user.type.get() == &type; });
  return found == schema.types.end() ? 0 : found->group;
}

bool has_dimension_of_name(const Schema& schema, GroupId group, const std::string& name) {
  return std::any_of(schema.dimensions.begin(), schema.dimensions.end(),
                     [&](const model::Dimension& dimension) {
                       return dimension.group == group && dimension.name == name;
                     });
}

/// Returns whether the name alone means this dimension, and no other on the way up to it.
bool is_unambiguous(const Schema& schema, const model::Dimension& dimension, GroupId group) {
  for (std::optional<GroupId> at = group; at; at = schema.groups[*at].parent) {
    if (*at == dimension.group) return true;
    if (has_dimension_of_name(schema, *at, dimension.name)) return false;
  }
  return false;
}

void append_enumeration(std::string& out, const Type& type, LineLayout& lines) {
  std::string piece = type.base->name + " enum ";
  append_name(piece, type.name);
  piece += " {";
  lines.put(out, piece);
  for (std::size_t i = 0; i < type.members.size(); ++i) {
    piece.clear();
    append_name(piece, type.members[i].name);
    piece += " = ";
    append_value(piece, *type.base, type.members[i].value.data(), {});
    piece += i + 1 < type.members.size() ? ", " : "} ;\n";
    lines.put(out, piece);
  }
}

void append_compound(std::string& out, const Schema& schema, const Type& type, GroupId group,
                     const LineLayout& lines) {
  out += "compound ";
  append_name(out, type.name);
  out += " {\n";
  for (const model::CompoundField& field : type.fields) {
    lines.indent(out);
    out += "  ";
    append_type_name(out, schema, *field.type, group);
    out += ' ';
    append_name(out, field.name);
    if (!field.shape.empty()) {
      fmt::format_to(std::back_inserter(out), "({})", fmt::join(field.shape, ", "));
    }
    out += " ;\n";
  }
  lines.indent(out);
  out += "}; // ";
  append_name(out, type.name);
  out += '\n';
}

}  // namespace

void append_type_name(std::string& out, const Schema& schema, const Type& type, GroupId group) {
  if (!type.is_atomic() && !is_unambiguous(schema, type, group)) {
    append_path(out, schema, group_of(schema, type));
  }
  append_name(out, type.name);
}

void append_dimension_name(std::string& out, const Schema& schema, model::DimensionId id,
                           GroupId group) {
  const model::Dimension& dimension = schema.dimensions[id];
  if (!is_unambiguous(schema, dimension, group)) append_path(out, schema, dimension.group);
  append_name(out, dimension.name);
}

void append_type_definition(std::string& out, const Schema& schema, const Type& type, GroupId group,
                            LineLayout& lines) {
  lines.indent(out);
  switch (type.type_class) {
    case TypeClass::vlen:
      append_type_name(out, schema, *type.base, group);
      out += "(*) ";
      append_name(out, type.name);
      out += " ;\n";
      break;
    case TypeClass::opaque:
      fmt::format_to(std::back_inserter(out), "opaque({}) ", type.size_bytes);
      append_name(out, type.name);
      out += " ;\n";
      break;
    case TypeClass::enumeration:
      append_enumeration(out, type, lines);
      break;
    default:
      append_compound(out, schema, type, group, lines);
  }
}

}  // namespace ncf::cdl
