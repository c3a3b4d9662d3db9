// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The tokens of CDL. A token is a view into the window, as written, and is valid until the next one
// is requested. There are no keywords: `string` may be a type or a variable's name, and the parser
// knows which.
//
// source: grammar/cdl.ebnf, "Tokens"
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "cdl/read/number.hpp"
#include "cdl/read/text.hpp"

namespace ncf::cdl {

enum class TokenKind {
  end,
  name,         ///< `temp`, `a\ b`, `_`, `NaN`
  path,         ///< `/g/temp`, `/`
  section,      ///< `data:`; or types, dimensions, variables, group
  string,       ///< with its quotes
  character,    ///< with its quotes
  number,       ///< `-12ub`, `1.5e3f`, `0x1f`, `-Infinityf`
  punctuation,  ///< one character
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  Span span;

  [[nodiscard]] bool is(char c) const noexcept {
    return kind == TokenKind::punctuation && text.front() == c;
  }
};

class Lexer {
 public:
  /// Tells whether `data:units` is the attribute `units` of a variable `data`, and not a section.
  using AttributeTest = std::function<bool(std::string_view owner, std::string_view attribute)>;

  explicit Lexer(TextWindow& text) : text_(text) {}

  /// Without a test it never is an attribute.
  void set_attribute_test(AttributeTest is_attribute) { is_attribute_ = std::move(is_attribute); }

  /// Returns the next token without taking it. throws: Fault; the text after it can still be read.
  const Token& peek();
  /// Takes the token that `peek` returns; its text stays valid until the next `peek`.
  Token take();

  /// Takes a punctuation mark if it is next.
  bool take_if(char punctuation);
  /// Takes a punctuation mark. throws: Fault, as `unexpected`, if it is not next.
  void expect(char punctuation, std::string_view expected);
  void expect(char punctuation);
  /// Makes a fault such as "expected ',', not x", and does not take the token.
  [[nodiscard]] Fault unexpected(std::string_view expected);

  /// Takes a token of kind string, and returns its value. throws: Fault.
  std::string take_string();
  /// Takes a token that must be a number from `lowest` to `highest`. what: its name in the message.
  /// throws: Fault.
  std::uint64_t take_whole_number(std::string_view what, std::uint64_t lowest,
                                  std::uint64_t highest);
  /// Takes everything up to `character`, which is not taken. throws: Fault if it is not within
  /// `max_bytes`.
  std::string_view take_up_to(char character, std::size_t max_bytes);

  /// Returns the window, which begins at the token that was peeked at, or after the one that was
  /// taken. Fast readers of numbers work on the window itself; `peek` returns what follows.
  TextWindow& window();
  /// Moves over blanks and comments.
  void skip_blanks();

  [[nodiscard]] const TextWindow& text() const noexcept { return text_; }

  /// Returns the number of open braces. Recovery from a fault sets it.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
  void set_depth(std::size_t depth) noexcept { depth_ = depth; }

 private:
  using Measure = std::size_t (*)(std::string_view rest);

  void lex();
  void lex_quoted(char quote);
  void skip_line_comment();
  void skip_block_comment();
  std::string_view scan(Measure measure, std::size_t max_bytes, const char* what);
  void set(TokenKind kind, std::string_view text);
  [[nodiscard]] bool begins_section(std::string_view name) const;

  TextWindow& text_;
  AttributeTest is_attribute_;
  Token token_;
  bool has_token_ = false;
  std::size_t depth_ = 0;
  std::size_t taken_bytes_ = 0;  ///< of the token last taken, still at the beginning of the window
};

/// Calls `read`. If the text is not a constant, throws a Fault with the place of `token`.
template <class Read>
decltype(auto) at_token(const Token& token, Read&& read) {
  try {
    return read();
  } catch (const BadLiteral& bad) {
    const std::size_t offset = std::min(bad.offset, token.span.length - 1);
    throw Fault{{token.span.offset + offset, token.span.length - offset}, bad.reason};
  }
}

/// Return the number of bytes of the character at the beginning of `text` if it can begin a name,
/// or be inside one; otherwise 0.
std::size_t name_start_bytes(std::string_view text) noexcept;
std::size_t name_part_bytes(std::string_view text) noexcept;

}  // namespace ncf::cdl
