// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/json_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include "base/text/characters.hpp"
#include "cdl/write/number_text.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::GroupId;
using model::Type;
using model::TypeClass;

/// In the order of TypeClass, from opaque on.
constexpr std::array class_names{"opaque", "enum", "vlen", "compound"};

void append_json_character(std::string& out, char c) {
  constexpr std::string_view characters = "\"\\\n\t";
  constexpr std::string_view letters = "\"\\nt";
  const auto code = static_cast<unsigned char>(c);
  if (const std::size_t i = characters.find(c); i != std::string_view::npos) {
    out += '\\';
    out += letters[i];
  } else if (code < 0x20 || code >= 0x7F) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  } else {
    out += c;
  }
}

/// Appends a text in quotes, without NULs at its end. A byte that is not UTF-8 becomes the
/// character of its number.
void append_json_text(std::string& out, std::string_view text) {
  text = text.substr(0, text.find_last_not_of('\0') + 1);
  out += '"';
  while (!text.empty()) {
    const std::size_t length = base::character_bytes(text);
    if (length > 1) {
      out += text.substr(0, length);
    } else {
      append_json_character(out, text.front());
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  out += '"';
}

template <class Number>
void append_json_number(std::string& out, Number number) {
  if constexpr (std::is_same_v<Number, char>) {
    append_json_text(out, {&number, 1});
  } else if constexpr (std::is_integral_v<Number>) {
    fmt::format_to(std::back_inserter(out), "{}", number);
  } else if (std::isfinite(number)) {
    std::array<char, longest_number> text;
    out.append(text.data(), put_shortest(text.data(), number));
    if (number == 0 && std::signbit(number)) out += ".0";  // readers take -0 for the integer 0
  } else {
    out += "null";
  }
}

void append_json_value(std::string& out, const Type& type, const std::byte* value);

void append_json_list(std::string& out, const Type& type, const std::byte* values,
                      std::size_t count) {
  if (type.type_class == TypeClass::char_) {
    append_json_text(out, {reinterpret_cast<const char*>(values), count});
    return;
  }
  out += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    append_json_value(out, type, values + i * type.size_bytes);
  }
  out += ']';
}

void append_json_compound(std::string& out, const Type& type, const std::byte* value) {
  out += '{';
  for (const model::CompoundField& field : type.fields) {
    if (&field != &type.fields.front()) out += ", ";
    append_json_text(out, field.name);
    out += ": ";
    const std::byte* const at = value + field.offset_bytes;
    if (field.shape.empty()) {
      append_json_value(out, *field.type, at);
    } else {
      append_json_list(out, *field.type, at, field.value_count());
    }
  }
  out += '}';
}

void append_json_value(std::string& out, const Type& type, const std::byte* value) {
  switch (type.type_class) {
    case TypeClass::string: {
      const auto* const text = model::load<const char*>(value);
      if (text == nullptr) {
        out += "null";
      } else {
        append_json_text(out, text);
      }
      break;
    }
    case TypeClass::opaque:
      out += '"';
      append_value(out, type, value, {});
      out += '"';
      break;
    case TypeClass::enumeration: {
      const std::string_view name = member_name(type, value);
      if (name.empty()) return append_json_value(out, *type.base, value);
      append_json_text(out, name);
      break;
    }
    case TypeClass::vlen: {
      const auto vlen = model::load<model::Vlen>(value);
      append_json_list(out, *type.base, static_cast<const std::byte*>(vlen.data), vlen.length);
      break;
    }
    case TypeClass::compound:
      append_json_compound(out, type, value);
      break;
    default:
      model::visit_number_or_character(type.type_class, [&](auto like) {
        append_json_number(out, model::load<decltype(like)>(value));
      });
  }
}

/// Appends one value, or a list of several.
void append_attribute(std::string& out, const model::Values& values) {
  const Type& type = *values.type();
  out += "{\"type\": ";
  append_json_text(out, type.name);
  out += ", \"data\": ";
  if (values.count() == 1 && type.type_class != TypeClass::char_) {
    append_json_value(out, type, values.data());
  } else {
    append_json_list(out, type, values.data(), values.count());
  }
  out += '}';
}

}  // namespace

// ---- The dataset ----

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
  append_json_text(text_, class_names.at(static_cast<std::size_t>(type.type_class) -
                                         static_cast<std::size_t>(TypeClass::opaque)));
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

// ---- The values of a variable ----

JsonValues::JsonValues(const model::Schema& schema, const model::Variable& variable,
                       std::optional<JsonDates> dates)
    : type_(variable.type), dates_(std::move(dates)), shape_(schema.shape(variable)) {
  const bool is_number = type_->type_class < TypeClass::string;
  if (!is_number || type_->type_class == TypeClass::char_) dates_.reset();
  if (dates_) fill_ = find_fill_value(variable);
  if (type_->type_class == TypeClass::char_ && !shape_.empty()) {
    row_length_ = shape_.back();
    shape_.pop_back();
  }
  index_.assign(shape_.size(), 0);
}

void JsonValues::append(std::string& out, const std::byte* values, std::size_t count) {
  if (type_->type_class == TypeClass::char_) {
    append_characters(out, {reinterpret_cast<const char*>(values), count});
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    open_lists(out);
    append_one(out, values + i * type_->size_bytes);
    close_lists(out);
  }
}

void JsonValues::append_characters(std::string& out, std::string_view characters) {
  while (!characters.empty()) {
    const std::string_view piece = characters.substr(0, row_length_ - row_.size());
    row_ += piece;
    characters.remove_prefix(piece.size());
    if (row_.size() < row_length_) return;
    open_lists(out);
    append_json_text(out, row_);
    row_.clear();
    close_lists(out);
  }
}

void JsonValues::append_one(std::string& out, const std::byte* value) const {
  const bool is_missing = fill_ && is_fill(*type_, value, fill_->data(), FillMatch::near);
  if (dates_ && !is_missing) {
    const double number = number_at(type_->type_class, value);
    if (dates_->axis.append_date(out, number, dates_->separator)) return;
  }
  append_json_value(out, *type_, value);
}

void JsonValues::open_lists(std::string& out) const {
  const auto begins = std::find_if(index_.rbegin(), index_.rend(), [](auto i) { return i != 0; });
  out.append(static_cast<std::size_t>(begins - index_.rbegin()), '[');
}

void JsonValues::close_lists(std::string& out) {
  std::size_t level = index_.size();
  while (level > 0 && ++index_[level - 1] == shape_[level - 1]) {
    index_[--level] = 0;
    out += ']';
  }
  if (level > 0) out += ", ";
}

void JsonValues::cut_short(std::string& out) {
  open_lists(out);
  out += "null";
  out.append(index_.size(), ']');
}

}  // namespace ncf::cdl
