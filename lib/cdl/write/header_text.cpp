// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/header_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

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
using model::Values;

void append_path(std::string& out, const Schema& schema, GroupId group) {
  const std::string path = schema.group_path(group);
  append_name(out, path);
  if (path != "/") out += '/';
}

/// Returns the first of a schema's types or dimensions with a name, on the way up from `group`;
/// null if there is none.
template <class Thing, class HasName>
const Thing* find_nearest(const Schema& schema, const std::vector<Thing>& things, GroupId group,
                          HasName has_name) {
  for (std::optional<GroupId> at = group; at; at = schema.groups[*at].parent) {
    const auto found = std::ranges::find_if(
        things, [&](const Thing& thing) { return thing.group == *at && has_name(thing); });
    if (found != things.end()) return &*found;
  }
  return nullptr;
}

/// Returns whether the name alone means this type, and not an atomic type or one defined on the way
/// up to it.
bool is_unambiguous(const Schema& schema, const Type& type, GroupId group) {
  if (find_atomic_type(type.name)) return false;
  const auto* const nearest =
      find_nearest(schema, schema.types, group,
                   [&](const model::UserType& user) { return user.type->name == type.name; });
  return nearest != nullptr && same_type(*nearest->type, type);
}

GroupId group_of(const Schema& schema, const Type& type) {
  const auto found = std::ranges::find_if(
      schema.types, [&](const model::UserType& user) { return user.type.get() == &type; });
  return found == schema.types.end() ? 0 : found->group;
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

/// The suffixes that show the types of integers, in the order of TypeClass.
constexpr std::array<std::string_view, 11> suffixes{"b",  "",   "s", "",   "",   "",
                                                    "UB", "US", "U", "LL", "ULL"};

void append_number_with_type(std::string& out, TypeClass type, const std::byte* value,
                             const CdlStyle& style) {
  model::visit_number_or_character(type, [&](auto like) {
    const auto number = model::load<decltype(like)>(value);
    using Number = std::remove_const_t<decltype(number)>;
    if constexpr (std::is_floating_point_v<Number>) {
      append_float(out, number, style, Point::always);
      if (std::is_same_v<Number, float> && std::isfinite(number)) out += 'f';
    } else if constexpr (!std::is_same_v<Number, char>) {
      fmt::format_to(std::back_inserter(out), "{}{}", number,
                     suffixes[static_cast<std::size_t>(type)]);
    }
  });
}

std::string date_text(double value, const TimeAxis& axis, const CdlStyle& style) {
  std::string text;
  if (!axis.append_date(text, value, *style.date_separator)) append_float(text, value, style);
  return text;
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
  const auto* const nearest =
      find_nearest(schema, schema.dimensions, group,
                   [&](const model::Dimension& other) { return other.name == dimension.name; });
  if (nearest != &dimension) append_path(out, schema, dimension.group);
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

void append_attribute_values(std::string& out, const Values& values, LineEnds line_ends,
                             const CdlStyle& style, LineLayout& lines) {
  const Type& type = *values.type();
  if (values.count() == 0) {
    out += "\"\"";
    return;
  }
  if (type.type_class == TypeClass::char_) {
    append_text(out, model::text_of(values), line_ends,
                style.exact ? EndZeros::kept : EndZeros::left_out);
    return;
  }
  const bool is_number = type.is_atomic() && type.type_class != TypeClass::string;
  std::string piece;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const std::byte* const value = values.data() + i * type.size_bytes;
    piece.clear();
    if (is_number) {
      append_number_with_type(piece, type.type_class, value, style);
    } else {
      append_value(piece, type, value, style);
    }
    if (i + 1 < values.count()) piece += ", ";
    if (type.type_class == TypeClass::vlen || type.type_class == TypeClass::compound) {
      lines.put(out, piece);
    } else {
      out += piece;
    }
  }
}

void append_attribute_dates(std::string& out, const Values& values, const TimeAxis& axis,
                            const CdlStyle& style, const LineLayout& lines) {
  constexpr std::size_t max_behind = 2;
  constexpr std::size_t comment_column = 18;
  constexpr std::string_view comment = "// ";
  const bool is_below = values.count() > max_behind;
  const Type& type = *values.type();
  std::size_t column = 0;
  for (std::size_t i = 0; i < values.count(); ++i) {
    std::string date =
        date_text(number_at(type.type_class, values.data() + i * type.size_bytes), axis, style);
    if (i + 1 < values.count()) date += ',';
    column += date.size() + 1;
    const bool is_new_line = is_below && (i == 0 || column > lines.most() + 2);
    if (is_new_line) {
      out += '\n';
      lines.indent(out);
      out += "\t\t  ";
      column = comment_column + date.size();
    } else {
      out += ' ';
    }
    if (is_new_line || i == 0) {
      out += comment;
      column += comment.size();
    }
    out += date;
  }
}

}  // namespace ncf::cdl
