// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Patterns over the paths of variables:
//
//   *       any characters of one name       t*         /t2m, not /forecast/t2m
//   **      any characters, across groups    /model/**  everything below /model
//   /**/    any number of groups, or none    /**/t2m    every t2m, that of the root too
//   ?       one character of a name          t?m
//   [...]   one of some characters           [uv]10, [a-c]x, [!0-9]*
//   \x      the character x
//
// A missing "/" at the beginning is added, so a pattern without "/" applies to the root group.
// Matching works on Unicode code points in time proportional to pattern length times path length. A
// Glob is immutable; any thread.
//
// source: grammar/filter-spec.ebnf, rule path
#pragma once

#include <string_view>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::filter {

class Glob {
 public:
  /// Parses the pattern at `pattern` of `text`.
  /// throws: SyntaxError quoting `text` for a malformed `[...]`.
  Glob(std::string_view text, SourceSpan pattern);

  /// Returns whether the whole `path`, which begins with "/", matches.
  [[nodiscard]] bool matches(std::string_view path) const;

 private:
  /// First and last code point of a range, both included.
  struct Range {
    char32_t first;
    char32_t last;
  };

  struct Token {
    enum class Kind { character, any_character, any_of, any_in_name, any_across, any_groups };
    Kind kind;
    char32_t character = 0;       ///< for `character`
    bool negated = false;         ///< for `any_of`
    std::vector<Range> ranges{};  ///< for `any_of`; sorted, disjoint
  };

  class Reader;
  class Run;

  static bool fits(const Token& token, char32_t c);

  std::vector<Token> tokens_;
  std::size_t min_length_ = 0;  ///< minimum code points of a matching path
};

}  // namespace ncf::filter
