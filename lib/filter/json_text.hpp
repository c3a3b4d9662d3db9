// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON inside a filter spec: finding where an object ends, checking it, making it compact. What
// its keys mean is the registry's business. Pure functions, linear in the text, any thread.
//
// source: grammar/filter-spec.ebnf, rule object; RFC 8259
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace ncf::filter
