// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON as text: finding where an object ends, checking it, making it compact, taking it apart so
// that numbers and strings stay as they were written. What its keys mean is the registry's
// business. Pure functions, linear in the text, any thread.
//
// source: grammar/filter-spec.ebnf, rule object; RFC 8259
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::filter {

/// Braces and brackets may nest this deep, lists of filters included.
inline constexpr std::size_t max_json_depth = 64;

/// An object in a text.
struct JsonObject {
  std::string compact;  ///< without blanks between tokens; strings and numbers as written
  SourceSpan span;
};

/// Reads the JSON object whose `{` stands at `begin` of `text`; `depth` lists are open around it.
/// throws: SyntaxError when it is not correct JSON, gives a key twice or nests too deep.
JsonObject read_json_object(std::string_view text, std::size_t begin, std::size_t depth);

/// A whole JSON text that is an object, a list, a string, a number, true, false or null: compact,
/// strings and numbers as written.
/// throws: as read_json_object.
std::string compact_json(std::string_view text);

/// A member of an object.
struct JsonMember {
  std::string name;   ///< escapes resolved
  std::string value;  ///< compact, as written
};

/// The members of an object that is compact and correct, in the order written.
std::vector<JsonMember> json_members(std::string_view object);

/// Where the first member of a name stands in correct JSON, objects within objects included; from
/// its name to the end of its value.
std::optional<SourceSpan> find_json_member(std::string_view json, std::string_view name);

/// The elements of a list that is compact and correct.
std::vector<std::string> json_elements(std::string_view list);

/// The string of a string literal that is correct, escapes resolved.
std::string json_string(std::string_view literal);

}  // namespace ncf::filter
