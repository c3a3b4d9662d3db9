// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/glob.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/text/characters.hpp"

namespace ncf::filter {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t size_bytes = 1;
};

/// Bytes that are not UTF-8 are characters of their own, above all code points.
constexpr char32_t stray_byte = 0x110000;

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const std::size_t bytes = base::character_bytes(text.substr(at));
  if (bytes == 0) return {stray_byte + static_cast<unsigned char>(text[at]), 1};
  return {base::decode_character(text.substr(at, bytes)), bytes};
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    points += point.value;
    at += point.size_bytes;
  }
  return points;
}

}  // namespace

/// Converts a pattern's text to tokens.
class Glob::Reader {
 public:
  Reader(std::string_view text, SourceSpan pattern)
      : text_(text), at_(pattern.begin), end_(pattern.end) {}

  std::vector<Token> read() {
    if (!starts_with("/")) tokens_.push_back({Token::Kind::character, U'/'});
    while (at_ < end_) read_token();
    return std::move(tokens_);
  }

 private:
  bool starts_with(std::string_view expected) const {
    return text_.substr(at_, end_ - at_).starts_with(expected);
  }

  void read_token() {
    if (starts_with("**/") && follows_slash()) {
      at_ += 3;
      // Two optional runs of groups in a row equal one.
      if (!follows(Token::Kind::any_groups)) tokens_.push_back({Token::Kind::any_groups});
    } else if (starts_with("*")) {
      read_stars();
    } else if (starts_with("?")) {
      ++at_;
      tokens_.push_back({Token::Kind::any_character});
    } else if (starts_with("[")) {
      read_set();
    } else {
      tokens_.push_back({Token::Kind::character, read_character()});
    }
  }

  bool follows(Token::Kind kind) const { return !tokens_.empty() && tokens_.back().kind == kind; }

  bool follows_slash() const {
    return follows(Token::Kind::any_groups) ||
           (follows(Token::Kind::character) && tokens_.back().character == U'/');
  }

  /// Reads a run of stars as one token, which limits the number of tokens.
  void read_stars() {
    const std::size_t begin = at_;
    while (starts_with("*")) ++at_;
    tokens_.push_back({at_ - begin == 1 ? Token::Kind::any_in_name : Token::Kind::any_across});
  }

  /// Reads one character; a backslash makes the next one literal.
  char32_t read_character() {
    if (starts_with("\\") && at_ + 1 < end_) ++at_;
    const CodePoint point = code_point_at(text_.substr(0, end_), at_);
    at_ += point.size_bytes;
    return point.value;
  }

  void read_set() {
    const std::size_t open = at_++;
    Token token{Token::Kind::any_of};
    token.negated = starts_with("!") || starts_with("^");
    if (token.negated) ++at_;
    if (starts_with("]")) {
      throw SyntaxError(text_, {open, at_ + 1}, "empty brackets, expected characters between them");
    }
    while (at_ < end_ && !starts_with("]")) token.ranges.push_back(read_range());
    if (at_ == end_)
      throw SyntaxError(text_, {open, open + 1}, "bracket without its end, expected \"]\"");
    ++at_;
    merge(token.ranges);
    tokens_.push_back(std::move(token));
  }

  Range read_range() {
    const std::size_t begin = at_;
    const char32_t first = read_character();
    if (!starts_with("-") || at_ + 1 == end_ || text_[at_ + 1] == ']') return {first, first};
    ++at_;
    const char32_t last = read_character();
    if (last < first) {
      throw SyntaxError(text_, {begin, at_},
                        "range that ends before it begins, expected the lower character first");
    }
    return {first, last};
  }

  static void merge(std::vector<Range>& ranges) {
    std::ranges::sort(ranges, {}, &Range::first);
    std::vector<Range> merged;
    for (const Range& range : ranges) {
      if (merged.empty() || range.first > merged.back().last) {
        merged.push_back(range);
      } else {
        merged.back().last = std::max(merged.back().last, range.last);
      }
    }
    ranges = std::move(merged);
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t end_;
  std::vector<Token> tokens_;
};

/// One match: follows the path character by character with the set of tokens that may match next.
/// Without backtracking, the time is at most tokens times characters.
class Glob::Run {
 public:
  explicit Run(const std::vector<Token>& tokens)
      : tokens_(tokens), active_(tokens.size() + 1), next_(tokens.size() + 1) {
    enter(active_, 0);
  }

  bool matches(std::u32string_view path) {
    for (const char32_t c : path) {
      if (!step(c)) return false;
    }
    return active_[tokens_.size()];
  }

 private:
  /// Makes token `i` active, and the following ones while tokens may match nothing.
  void enter(std::vector<bool>& states, std::size_t i) const {
    while (!states[i]) {
      states[i] = true;
      if (i == tokens_.size() || tokens_[i].kind < Token::Kind::any_in_name) return;
      ++i;
    }
  }

  /// Consumes one character; returns false if no token is active any more.
  bool step(char32_t c) {
    std::fill(next_.begin(), next_.end(), false);
    bool any = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!active_[i] || !fits(tokens_[i], c)) continue;
      any = true;
      advance(i, c);
    }
    active_.swap(next_);
    return any;
  }

  void advance(std::size_t i, char32_t c) {
    switch (tokens_[i].kind) {
      case Token::Kind::any_in_name:
      case Token::Kind::any_across:
        enter(next_, i);
        return;
      case Token::Kind::any_groups:
        // Groups end with "/": the rest of the pattern may match only after one.
        if (c == U'/') enter(next_, i + 1);
        next_[i] = true;
        return;
      default:
        enter(next_, i + 1);
    }
  }

  const std::vector<Token>& tokens_;
  std::vector<bool> active_;
  std::vector<bool> next_;
};

// Pattern and path are compared in Unicode normalization form C.
Glob::Glob(std::string_view text, SourceSpan pattern) {
  const std::string_view written = text.substr(pattern.begin, pattern.end - pattern.begin);
  const std::string composed = base::to_nfc(written);
  tokens_ = composed == written ? Reader(text, pattern).read()
                                : Reader(composed, {0, composed.size()}).read();
  min_length_ = static_cast<std::size_t>(std::ranges::count_if(
      tokens_, [](const Token& token) { return token.kind < Token::Kind::any_in_name; }));
}

bool Glob::matches(std::string_view path) const {
  const std::u32string points = code_points(base::to_nfc(path));
  if (points.size() < min_length_) return false;
  return Run(tokens_).matches(points);
}

bool Glob::fits(const Token& token, char32_t c) {
  switch (token.kind) {
    case Token::Kind::character:
      return c == token.character;
    case Token::Kind::any_character:
    case Token::Kind::any_in_name:
      return c != U'/';
    case Token::Kind::any_of: {
      const auto after =
          std::upper_bound(token.ranges.begin(), token.ranges.end(), c,
                           [](char32_t x, const Range& range) { return x < range.first; });
      const bool inside = after != token.ranges.begin() && c <= std::prev(after)->last;
      return c != U'/' && inside != token.negated;
    }
    default:
      return true;
  }
}

}  // namespace ncf::filter
