// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/c_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <type_traits>

#include "base/text/characters.hpp"
#include "cdl/write/number_text.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;

constexpr std::size_t c_line_length = 80;
/// The most bytes of a string in one literal.
constexpr std::size_t max_literal_bytes = 60;

/// Appends a character of a literal in `quote`s.
void append_character(std::string& out, char c, char quote) {
  constexpr std::string_view escaped = "\n\t\\";
  if (const std::size_t i = escaped.find(c); i != std::string_view::npos) {
    out += '\\';
    out += "nt\\"[i];
  } else if (c >= ' ' && c <= '~') {
    const bool begins_trigraph = c == '?' && out.ends_with('?');
    if (begins_trigraph || c == quote) out += '\\';
    out += c;
  } else {
    fmt::format_to(std::back_inserter(out), "\\{:03o}", static_cast<unsigned char>(c));
  }
}

std::string character_text(char c) {
  std::string text = "'";
  append_character(text, c, '\'');
  return text + '\'';
}

/// Returns how many bytes of a string go into its first literal: its first line, if that is short
/// enough.
std::size_t first_literal_bytes(std::string_view text) {
  const std::size_t line_end = text.substr(0, max_literal_bytes).find('\n');
  return std::min(line_end == std::string_view::npos ? max_literal_bytes : line_end + 1,
                  text.size());
}

template <class Float>
std::string float_text(Float value) {
  constexpr std::string_view suffix = std::is_same_v<Float, float> ? "f" : "";
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::array<char, longest_number> text;
  char* const end = put_shortest(text.data(), value, Point::always);
  return std::string(text.data(), end).append(suffix);
}

// The lowest number has no constant: the number after the minus would be too large.
template <class Integer>
std::string integer_text(Integer value) {
  if constexpr (sizeof(Integer) < sizeof(std::int32_t)) {
    return fmt::format("{}", static_cast<int>(value));
  } else {
    constexpr std::string_view suffix = std::is_same_v<Integer, std::int64_t>    ? "LL"
                                        : std::is_same_v<Integer, std::uint64_t> ? "ULL"
                                        : std::is_unsigned_v<Integer>            ? "U"
                                                                                 : "";
    if constexpr (std::is_signed_v<Integer>) {
      if (value == std::numeric_limits<Integer>::min()) {
        return fmt::format("-{}{} - 1", std::numeric_limits<Integer>::max(), suffix);
      }
    }
    return fmt::format("{}{}", value, suffix);
  }
}

std::string number_text(TypeClass type, const std::byte* value) {
  return model::visit_number_or_character(type, [&](auto like) {
    const auto number = model::load<decltype(like)>(value);
    if constexpr (std::is_floating_point_v<decltype(like)>) {
      return float_text(number);
    } else if constexpr (std::is_same_v<decltype(like), char>) {
      return character_text(number);
    } else {
      return integer_text(number);
    }
  });
}

class ValueList {
 public:
  ValueList(CList& list, const CNames& names) : list_(list), names_(names) {}

  void put(const Type& type, const std::byte* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) put(type, values + i * type.size_bytes);
  }

 private:
  void put(const Type& type, const std::byte* value) {
    switch (type.type_class) {
      case TypeClass::string:
        if (const auto* text = model::load<const char*>(value)) return list_.put_string(text);
        return list_.put("NULL");
      case TypeClass::opaque:
        return put_opaque(value, type.size_bytes);
      case TypeClass::enumeration:
        return put(*type.base, value);
      case TypeClass::vlen:
        return put_sequence(*type.base, model::load<model::Vlen>(value));
      case TypeClass::compound:
        return put_compound(type, value);
      default:
        list_.put(number_text(type.type_class, value));
    }
  }

  void put_opaque(const std::byte* value, std::size_t size_bytes) {
    list_.open("{");
    for (std::size_t i = 0; i < size_bytes; ++i) {
      list_.put(fmt::format("0x{:02x}", static_cast<unsigned>(value[i])));
    }
    list_.close("}");
  }

  void put_sequence(const Type& base, const model::Vlen& vlen) {
    list_.open("{");
    list_.put(fmt::format("{}", vlen.length));
    if (vlen.length == 0) {
      list_.put("NULL");
    } else {
      list_.open(fmt::format("({}[]){{", names_.value_type(base)));
      put(base, static_cast<const std::byte*>(vlen.data), vlen.length);
      list_.close("}");
    }
    list_.close("}");
  }

  void put_compound(const Type& type, const std::byte* value) {
    list_.open("{");
    for (const model::CompoundField& field : type.fields) {
      if (!field.shape.empty()) list_.open("{");
      put(*field.type, value + field.offset_bytes, field.value_count());
      if (!field.shape.empty()) list_.close("}");
    }
    list_.close("}");
  }

  CList& list_;
  const CNames& names_;
};

using model::Type;
using model::TypeClass;

struct AtomicType {
  std::string_view id;
  std::string_view value;
};

/// In the order of TypeClass.
constexpr std::array atomic_types{
    AtomicType{"NC_BYTE", "signed char"},
    AtomicType{"NC_CHAR", "char"},
    AtomicType{"NC_SHORT", "short"},
    AtomicType{"NC_INT", "int"},
    AtomicType{"NC_FLOAT", "float"},
    AtomicType{"NC_DOUBLE", "double"},
    AtomicType{"NC_UBYTE", "unsigned char"},
    AtomicType{"NC_USHORT", "unsigned short"},
    AtomicType{"NC_UINT", "unsigned int"},
    AtomicType{"NC_INT64", "long long"},
    AtomicType{"NC_UINT64", "unsigned long long"},
    AtomicType{"NC_STRING", "char *"},
};

const AtomicType& atomic(const Type& type) {
  return atomic_types.at(static_cast<std::size_t>(type.type_class));
}

/// Returns a path as part of an identifier.
std::string identifier_part(std::string_view path) {
  constexpr std::size_t longest = 48;
  std::string part(path.substr(0, longest));
  std::ranges::replace_if(
      part, [](char c) { return !base::is_letter(c) && !base::is_digit(c) && c != '_'; }, '_');
  return part;
}

/// Makes names unique by adding numbers.
class UniqueNames {
 public:
  std::string add(const std::string& wanted) {
    std::string name = wanted;
    for (std::size_t i = 2; !taken_.insert(name).second; ++i)
      name = fmt::format("{}_{}", wanted, i);
    return name;
  }

 private:
  std::set<std::string> taken_;
};

std::string_view without_slash(std::string_view path) {
  return path.substr(path.starts_with('/') ? 1 : 0);
}

}  // namespace

// ---- Lists and strings ----

void CList::append(std::string_view piece) {
  out_ += piece;
  column_ += piece.size();
}

void CList::place(std::string_view piece) {
  constexpr std::size_t more = 2;  // a comma, or what closes
  if (column_ > indent_ && column_ + 1 + piece.size() + more > c_line_length) {
    out_ += '\n';
    out_.append(indent_, ' ');
    column_ = indent_;
  } else if (!out_.empty() && (out_.back() == ',' || out_.back() == '"')) {
    append(" ");
  }
  append(piece);
}

void CList::put(std::string_view item) {
  if (needs_comma_) append(",");
  place(item);
  needs_comma_ = true;
}

void CList::put_string(std::string_view text) {
  std::size_t length = first_literal_bytes(text);
  put(c_string(text.substr(0, length)));
  while (length < text.size()) {
    text.remove_prefix(length);
    length = first_literal_bytes(text);
    place(c_string(text.substr(0, length)));
  }
}

void CList::open(std::string_view bracket) {
  put(bracket);
  needs_comma_ = false;
}

void CList::close(std::string_view bracket) {
  append(bracket);
  needs_comma_ = true;
}

std::string c_string(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) append_character(literal, c, '"');
  return literal + '"';
}

void put_values(CList& list, const CNames& names, const Type& type, const model::Values& values) {
  if (type.type_class == TypeClass::char_) return list.put_string(model::text_of(values));
  ValueList(list, names).put(type, values.data(), values.count());
}

// ---- Calls ----

CCall::CCall(std::string& out, std::size_t indent, std::string_view function, Arguments arguments)
    : list_(out.append(indent, ' '), indent, indent + 6) {
  list_.open(fmt::format("check({}(", function));
  for (const std::string_view argument : arguments) list_.put(argument);
}

CCall& CCall::put(std::string_view argument) {
  list_.put(argument);
  return *this;
}

CCall& CCall::put_string(std::string_view text) {
  list_.put_string(text);
  return *this;
}

void CCall::end(std::string_view place) {
  list_.close(")");
  list_.put(c_string(place));
  list_.close(");\n");
}

// ---- Names ----

CNames::CNames(const model::Schema& schema) : schema_(schema) {
  UniqueNames unique;
  const auto add = [&](std::vector<std::string>& names, std::string_view prefix,
                       std::string_view path) {
    names.push_back(unique.add(fmt::format("{}{}", prefix, identifier_part(without_slash(path)))));
  };
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    add(groups_, "group_", id == 0 ? "root" : schema.group_path(id));
  }
  for (const model::UserType& type : schema.types) {
    const std::string group = type.group == 0 ? "" : schema.group_path(type.group) + "/";
    add(types_, "type_", group + type.type->name);
  }
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    add(dimensions_, "dim_", schema.dimension_path(id));
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    add(variables_, "var_", schema.variable_path(id));
  }
}

const std::string& CNames::user_type(const Type& type) const {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (schema_.types[i].type.get() == &type) return types_[i];
  }
  throw Error(ErrorCode::internal, fmt::format("type {} is not defined", type.name));
}

std::string CNames::type_id(const Type& type) const {
  return type.is_atomic() ? std::string(atomic(type).id) : user_type(type);
}

std::string CNames::value_type(const Type& type) const {
  switch (type.type_class) {
    case TypeClass::enumeration:
      return value_type(*type.base);
    case TypeClass::vlen:
      return "nc_vlen_t";
    case TypeClass::opaque:
    case TypeClass::compound:
      return "value_of_" + user_type(type);
    default:
      return std::string(atomic(type).value);
  }
}

// The prefix avoids keywords and macros.
std::vector<std::string> member_names(const Type& compound) {
  UniqueNames unique;
  std::vector<std::string> names;
  for (const model::CompoundField& field : compound.fields) {
    names.push_back(unique.add("m_" + identifier_part(field.name)));
  }
  return names;
}

}  // namespace ncf::cdl
