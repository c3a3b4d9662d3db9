// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "cdl/language/language.hpp"
#include "cdl/read/literal.hpp"

namespace ncf::cdl {
namespace {

constexpr std::size_t max_name_bytes = std::size_t{64} << 10U;
constexpr std::size_t max_string_bytes = std::size_t{256} << 20U;
constexpr std::size_t max_number_bytes = max_string_bytes;  // opaque values
constexpr std::size_t max_character_bytes = 16;

bool is_word(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_'; }

/// Returns the bytes of the non-ASCII character that `text` begins with; 0 if there is none.
std::size_t beyond_ascii_bytes(std::string_view text) noexcept {
  return static_cast<unsigned char>(text.front()) < 0x80 ? 0 : base::character_bytes(text);
}

std::size_t name_bytes(std::string_view text) {
  std::size_t bytes = text.empty() ? 0 : name_start_bytes(text);
  while (bytes > 0 && bytes < text.size()) {
    const std::size_t part = name_part_bytes(text.substr(bytes));
    if (part == 0) break;
    bytes += part;
  }
  return bytes;
}

std::size_t path_bytes(std::string_view text) {
  std::size_t bytes = 1;
  for (std::size_t slash = 0; slash < text.size() && text[slash] == '/'; slash = bytes) {
    const std::size_t name = name_bytes(text.substr(slash + 1));
    if (name == 0) break;
    bytes = slash + 1 + name;
  }
  return bytes;
}

/// Returns the length of the characters that may belong to a number; parse_number checks them.
std::size_t number_bytes(std::string_view text) {
  std::size_t bytes = text.front() == '+' || text.front() == '-' ? 1 : 0;
  const bool is_hex = text.substr(bytes).starts_with("0x") || text.substr(bytes).starts_with("0X");
  for (; bytes < text.size(); ++bytes) {
    const char c = text[bytes];
    const bool is_exponent_sign = (c == '+' || c == '-') && !is_hex && bytes > 0 &&
                                  base::to_lower(text[bytes - 1]) == 'e' &&
                                  bytes + 1 < text.size() && base::is_digit(text[bytes + 1]);
    if (!is_word(c) && c != '.' && !is_exponent_sign) break;
  }
  return bytes;
}

bool starts_number(std::string_view text) {
  if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
  if (text.empty()) return false;
  if (text.front() == '.') return text.size() > 1 && base::is_digit(text[1]);
  return base::is_digit(text.front()) || text.starts_with("Inf") || text.starts_with("NaN");
}

std::string shown(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.front());
  return c > 0x20 && c < 0x7F ? fmt::format("'{}'", text.front()) : fmt::format("byte {:#04x}", c);
}

}  // namespace

std::size_t name_start_bytes(std::string_view text) noexcept {
  const char c = text.front();
  if (base::is_letter(c) || c == '_') return 1;
  if (c == '\\') return text.size() > 1 && base::is_digit(text[1]) ? 2 : 0;
  return beyond_ascii_bytes(text);
}

std::size_t name_part_bytes(std::string_view text) noexcept {
  constexpr std::string_view unescaped = "_.@+-%";
  constexpr std::string_view escaped = " !\"#$%&'()*,:;<=>?[\\]^`{|}~";
  const char c = text.front();
  if (is_word(c) || unescaped.find(c) != std::string_view::npos) return 1;
  if (c == '\\') {
    return text.size() > 1 && escaped.find(text[1]) != std::string_view::npos ? 2 : 0;
  }
  return beyond_ascii_bytes(text);
}

const Token& Lexer::peek() {
  if (has_token_) return token_;
  lex();
  has_token_ = true;
  return token_;
}

Token Lexer::take() {
  peek();
  has_token_ = false;
  taken_bytes_ = token_.text.size();
  if (token_.is('{')) ++depth_;
  if (token_.is('}') && depth_ > 0) --depth_;
  return token_;
}

bool Lexer::take_if(char punctuation) {
  const bool is_next = peek().is(punctuation);
  if (is_next) take();
  return is_next;
}

void Lexer::expect(char punctuation, std::string_view expected) {
  if (!take_if(punctuation)) throw unexpected(expected);
}

void Lexer::expect(char punctuation) { expect(punctuation, fmt::format("'{}'", punctuation)); }

Fault Lexer::unexpected(std::string_view expected) {
  const Token& found = peek();
  if (found.kind == TokenKind::end) {
    return {found.span, fmt::format("expected {}, but the text ends", expected)};
  }
  constexpr std::size_t max_bytes = 40;
  return {found.span,
          fmt::format("expected {}, not {}", expected, base::printable(found.text, max_bytes))};
}

std::string Lexer::take_string() {
  const Token token = take();
  return at_token(token, [&] { return parse_string(token.text); });
}

std::uint64_t Lexer::take_whole_number(std::string_view what, std::uint64_t lowest,
                                       std::uint64_t highest) {
  const Token token = take();
  const Number number = at_token(token, [&] { return parse_number(token.text); });
  if (number.is_real || number.is_negative || number.magnitude < lowest ||
      number.magnitude > highest) {
    throw Fault{token.span,
                fmt::format("{} is a whole number from {} to {}", what, lowest, highest)};
  }
  return number.magnitude;
}

TextWindow& Lexer::window() {
  has_token_ = false;
  text_.move_to(text_.begin() + taken_bytes_);
  taken_bytes_ = 0;
  return text_;
}

void Lexer::set(TokenKind kind, std::string_view text) {
  token_ = {kind, text, {text_.offset(), std::max<std::size_t>(1, text.size())}};
}

bool Lexer::begins_section(std::string_view name) const {
  const std::string_view rest(name.data() + name.size(), text_.end());
  if (!rest.starts_with(':') || !is_section_name(name)) return false;
  const std::string_view after = rest.substr(1);
  if (!is_attribute_ || after.empty() || name_start_bytes(after) == 0) return true;
  return !is_attribute_(name, after.substr(0, name_bytes(after)));
}

void Lexer::lex() {
  constexpr std::size_t lookahead_bytes = 64;
  skip_blanks();
  while (text_.end() - text_.begin() < static_cast<std::ptrdiff_t>(lookahead_bytes)) {
    if (!text_.extend()) break;
  }
  const std::string_view rest(text_.begin(), text_.end());
  if (rest.empty()) return set(TokenKind::end, {});
  const char c = rest.front();
  if (c == '"' || c == '\'') return lex_quoted(c);
  if (name_start_bytes(rest) > 0) {
    const std::string_view name = scan(name_bytes, max_name_bytes, "a name");
    if (!begins_section(name)) return set(TokenKind::name, name);
    return set(TokenKind::section, {name.data(), name.size() + 1});
  }
  if (c == '/') {
    return set(TokenKind::path, scan(path_bytes, max_name_bytes, "a path"));
  }
  if (starts_number(rest)) {
    return set(TokenKind::number, scan(number_bytes, max_number_bytes, "a number"));
  }
  if (std::string_view("{}()=:;,*").find(c) != std::string_view::npos) {
    return set(TokenKind::punctuation, rest.substr(0, 1));
  }
  const Span span{text_.offset(), 1};
  std::string reason = fmt::format("unexpected {}", shown(rest));
  text_.move_to(text_.begin() + std::max<std::size_t>(1, beyond_ascii_bytes(rest)));
  throw Fault{span, std::move(reason)};
}

/// Returns the bytes that `measure` finds at the beginning of the window, which is extended until
/// it contains them all.
std::string_view Lexer::scan(Measure measure, std::size_t max_bytes, const char* what) {
  for (;;) {
    const std::string_view rest(text_.begin(), text_.end());
    const std::size_t bytes = measure(rest);
    // Four more bytes, because the end of the window may cut a code point or an escaped character.
    if (bytes + 4 <= rest.size() && bytes <= max_bytes) return rest.substr(0, bytes);
    if (bytes > max_bytes) {
      const Span span{text_.offset(), 1};
      text_.move_to(text_.begin() + bytes);
      throw Fault{span, fmt::format("{} longer than {} bytes", what, max_bytes)};
    }
    if (!text_.extend()) return {text_.begin(), bytes};
  }
}

void Lexer::lex_quoted(char quote) {
  const std::size_t max_bytes = quote == '"' ? max_string_bytes : max_character_bytes;
  std::size_t at = 1;
  for (;;) {
    const std::string_view rest(text_.begin(), text_.end());
    const std::string_view stops = quote == '"' ? "\"\\" : "'\\";
    at = std::min(rest.find_first_of(stops, at), rest.size());
    if (at < rest.size() && rest[at] == quote && at <= max_bytes) {
      return set(quote == '"' ? TokenKind::string : TokenKind::character, rest.substr(0, at + 1));
    }
    const bool is_escape = at + 1 < rest.size() && rest[at] == '\\';
    if (is_escape) at += 2;
    if (is_escape && at <= max_bytes) continue;
    if (at > max_bytes || !text_.extend()) break;
  }
  const Span span{text_.offset(), 1};
  const bool is_long = at > max_bytes;
  // The result must not depend on the size of the window.
  text_.move_to(std::min(text_.begin() + std::min(at, max_bytes + 1), text_.end()));
  if (quote == '\'') throw Fault{span, "a character that is not closed with '"};
  throw Fault{span, is_long ? fmt::format("a string longer than {} bytes", max_bytes)
                            : "a string that is not closed"};
}

void Lexer::skip_blanks() {
  TextWindow& text = window();
  for (;;) {
    const char* at = text.begin();
    while (is_blank(*at)) ++at;
    text.move_to(at);
    if (text.end() - at < 2) {
      if (!text.extend()) return;
      continue;
    }
    if (at[0] != '/' || (at[1] != '/' && at[1] != '*')) return;
    if (at[1] == '/') {
      skip_line_comment();
    } else {
      skip_block_comment();
    }
  }
}

void Lexer::skip_line_comment() {
  for (;;) {
    const std::string_view rest(text_.begin(), text_.end());
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    text_.move_to(rest.data() + line_end);
    if (line_end < rest.size() || !text_.extend()) return;
  }
}

void Lexer::skip_block_comment() {
  const Span span{text_.offset(), 2};
  text_.move_to(text_.begin() + 2);
  for (;;) {
    const std::string_view rest(text_.begin(), text_.end());
    const std::size_t close = rest.find("*/");
    if (close != std::string_view::npos) return text_.move_to(rest.data() + close + 2);
    // The last byte may be a star.
    text_.move_to(rest.data() + (rest.empty() ? 0 : rest.size() - 1));
    if (!text_.extend()) {
      text_.move_to(text_.end());
      throw Fault{span, "a comment that is not closed"};
    }
  }
}

std::string_view Lexer::take_up_to(char character, std::size_t max_bytes) {
  window();
  for (;;) {
    const std::string_view rest(text_.begin(), text_.end());
    const std::size_t found = rest.find(character);
    if (std::min(found, rest.size()) > max_bytes) break;
    if (found != std::string_view::npos) {
      taken_bytes_ = found;
      return rest.substr(0, found);
    }
    if (!text_.extend()) break;
  }
  throw Fault{{text_.offset(), 1}, fmt::format("expected '{}'", character)};
}

}  // namespace ncf::cdl
