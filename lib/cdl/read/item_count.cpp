// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/item_count.hpp"

#include <algorithm>

#include "cdl/read/value_reader.hpp"

namespace ncf::cdl {
namespace {

constexpr std::size_t step_bytes = 64;

/// What a piece of text holds. The loop has no branches and a fixed count: compilers make a few
/// vector instructions of it.
struct Piece {
  unsigned commas = 0;
  bool is_plain = true;  ///< no brace, semicolon, quote, slash or backslash
};

Piece look_at(const char* text) {
  unsigned commas = 0;
  unsigned others = 0;
  for (std::size_t i = 0; i < step_bytes; ++i) {
    const char c = text[i];
    commas += c == ',' ? 1U : 0U;
    others |= (c == '{' || c == '}' || c == ';' || c == '"' || c == '\'' || c == '/' || c == '\\')
                  ? 1U
                  : 0U;
  }
  return {commas, others == 0};
}

/// Behind the plain text from `at`, whose commas are counted.
const char* skip_plain(const char* at, const char* end, std::size_t& commas) {
  while (end - at >= static_cast<std::ptrdiff_t>(step_bytes)) {
    const Piece piece = look_at(at);
    if (!piece.is_plain) break;
    commas += piece.commas;
    at += step_bytes;
  }
  for (; at < end; ++at) {
    const char c = *at;
    if (c == '{' || c == '}' || c == ';' || c == '"' || c == '\'' || c == '/' || c == '\\') break;
    if (c == ',') ++commas;
  }
  return at;
}

}  // namespace

std::size_t count_items(Lexer& lexer) {
  if (lexer.peek().is(';') || lexer.peek().is('}')) return 0;
  const std::size_t outside = lexer.depth();
  std::size_t items = 1;
  for (;;) {
    std::size_t commas = 0;
    TextWindow& window = lexer.window();
    window.move_to(skip_plain(window.begin(), window.end(), commas));
    if (lexer.depth() == outside) items += commas;
    if (window.begin() == window.end() && window.extend()) continue;
    if (*window.begin() == '\\') {
      // In the middle of a name. What is escaped may be beyond the window.
      if (window.end() - window.begin() < 2 && window.extend()) continue;
      window.move_to(std::min(window.begin() + 2, window.end()));
      continue;
    }
    const Token& token = lexer.peek();
    if (token.kind == TokenKind::end) throw unexpected(lexer, "';'");
    if (token.is(';') || (token.is('}') && lexer.depth() == outside)) return items;
    // Braces, text and comments, and perhaps a comma after a comment.
    if (token.is(',') && lexer.depth() == outside) ++items;
    lexer.take();
  }
}

}  // namespace ncf::cdl
