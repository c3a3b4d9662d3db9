// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/attribute_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string_view>
#include <type_traits>

#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;
using model::Values;

std::string_view suffix_of(TypeClass type) {
  switch (type) {
    case TypeClass::byte_:
      return "b";
    case TypeClass::short_:
      return "s";
    case TypeClass::ubyte:
      return "UB";
    case TypeClass::ushort:
      return "US";
    case TypeClass::uint:
      return "U";
    case TypeClass::int64:
      return "LL";
    case TypeClass::uint64:
      return "ULL";
    default:
      return "";
  }
}

void append_number_with_type(std::string& out, TypeClass type, const std::byte* value,
                             const CdlStyle& style) {
  model::visit_number_or_character(type, [&](auto like) {
    const auto number = model::load<decltype(like)>(value);
    using Number = std::remove_const_t<decltype(number)>;
    if constexpr (std::is_floating_point_v<Number>) {
      append_float(out, number, style, Point::always);
      if (std::is_same_v<Number, float> && std::isfinite(number)) out += 'f';
    } else if constexpr (!std::is_same_v<Number, char>) {
      fmt::format_to(std::back_inserter(out), "{}{}", number, suffix_of(type));
    }
  });
}

void append_string(std::string& out, const std::byte* value, LineEnds line_ends) {
  const auto* const text = model::load<const char*>(value);
  if (text == nullptr) {
    out += "NIL";
  } else {
    append_text(out, text, line_ends);
  }
}

void append_one(std::string& out, const Type& type, const std::byte* value, LineEnds line_ends,
                const CdlStyle& style) {
  if (type.type_class == TypeClass::string) {
    append_string(out, value, line_ends);
  } else if (type.is_atomic()) {
    append_number_with_type(out, type.type_class, value, style);
  } else {
    append_value(out, type, value, style);
  }
}

bool is_wrapped(TypeClass type) { return type == TypeClass::vlen || type == TypeClass::compound; }

/// Returns the number as a double, for a date.
double number_at(TypeClass type, const std::byte* value) {
  return model::visit_number_or_character(
      type, [&](auto like) { return static_cast<double>(model::load<decltype(like)>(value)); });
}

std::string date_text(double value, const TimeAxis& axis, const CdlStyle& style) {
  std::string text;
  const bool is_date = std::isfinite(value) && axis.append_date(text, value, *style.date_separator);
  if (!is_date) append_float(text, value, style);
  return text;
}

}  // namespace

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
  std::string piece;
  for (std::size_t i = 0; i < values.count(); ++i) {
    piece.clear();
    append_one(piece, type, values.data() + i * type.size_bytes, line_ends, style);
    if (i + 1 < values.count()) piece += ", ";
    if (is_wrapped(type.type_class)) {
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
