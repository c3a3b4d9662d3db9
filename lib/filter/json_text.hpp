// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON as text: finds the end of an object, checks it, compacts it, and splits it so that numbers
// and strings stay as written. The registry knows what the keys mean. Pure functions, linear in the
// text, any thread.
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

/// Maximum nesting of braces and brackets, lists of filters included.
inline constexpr std::size_t max_json_depth = 64;

/// An object in a text.
struct JsonObject {
  std::string compact;  ///< without blanks between tokens; strings and numbers as written
  SourceSpan span;
};

/// Reads the JSON object whose `{` is at `begin` of `text`, within `depth` open lists.
/// throws: SyntaxError if it is not valid JSON, repeats a key or nests too deeply.
JsonObject read_json_object(std::string_view text, std::size_t begin, std::size_t depth);

/// A complete JSON text (object, list, string, number, true, false or null), compacted; strings and
/// numbers stay as written.
/// throws: as read_json_object.
std::string compact_json(std::string_view text);

/// A member of an object.
struct JsonMember {
  std::string name;   ///< escapes resolved
  std::string value;  ///< compact, as written
};

/// The members of a valid compact object, in the order written.
std::vector<JsonMember> json_members(std::string_view object);

/// The first member with this name in valid JSON, nested objects included: the span from its name
/// to the end of its value.
std::optional<SourceSpan> find_json_member(std::string_view json, std::string_view name);

/// The elements of a valid compact list.
std::vector<std::string> json_elements(std::string_view list);

/// The text of a valid string literal, escapes resolved.
std::string json_string(std::string_view literal);

}  // namespace ncf::filter
