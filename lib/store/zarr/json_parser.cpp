// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <unordered_set>

#include "base/characters.hpp"
#include "base/real_text.hpp"
#include "base/utf8.hpp"
#include "ncf/error.hpp"
#include "store/zarr/json.hpp"

namespace ncf::store::zarr {
namespace {

using base::append_character;
using base::byte_escapes;
using Kind = Json::Kind;

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_values = 1'000'000;

bool is_escaped_byte(unsigned code) {
  return code >= byte_escapes + 0x80U && code <= byte_escapes + 0xFFU;
}

Json number(std::string_view digits) {
  Json value;
  value.kind = Kind::number;
  value.text = digits;
  return value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json parse() {
    Json value = parse_value(0);
    skip_blanks();
    if (at_ < text_.size()) fail("text after the JSON");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    throw Error(ErrorCode::corrupt, fmt::format("incorrect JSON at byte {}: {}", at_, reason));
  }

  void skip_blanks() {
    while (at_ < text_.size() && base::is_blank(text_[at_])) ++at_;
  }

  [[nodiscard]] char peek() const {
    if (at_ == text_.size()) fail("it ends too early");
    return text_[at_];
  }

  bool take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Json parse_value(std::size_t depth) {
    if (depth > max_depth) fail(fmt::format("nested more than {} levels deep", max_depth));
    if (++values_ > max_values) fail(fmt::format("more than {} values", max_values));
    skip_blanks();
    switch (peek()) {
      case '{':
        return parse_object(depth);
      case '[':
        return parse_list(depth);
      case '"':
        return json_text(parse_string());
      default:
        return parse_word_or_number();
    }
  }

  Json parse_word_or_number() {
    if (take_word("null")) return {};
    if (take_word("true")) return json_boolean(true);
    if (take_word("false")) return json_boolean(false);
    for (const std::string_view word : bare_words) {
      if (take_word(word)) return number(word);
    }
    return parse_number();
  }

  void take_digits() {
    if (at_ == text_.size() || !base::is_digit(text_[at_])) fail("expected a value");
    while (at_ < text_.size() && base::is_digit(text_[at_])) ++at_;
  }

  Json parse_number() {
    const std::size_t begin = at_;
    const auto here = [&](char c) { return at_ < text_.size() && text_[at_] == c; };
    if (here('-')) ++at_;
    take_digits();
    if (here('.')) {
      ++at_;
      take_digits();
    }
    if (here('e') || here('E')) {
      ++at_;
      if (here('+') || here('-')) ++at_;
      take_digits();
    }
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (base::read_real<double>(digits).has_overflowed) {
      at_ = begin;
      fail("a number too large for a double");
    }
    return number(digits);
  }

  unsigned parse_hexadecimal() {
    unsigned code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc{} || end != digits.data() + 4) fail("expected four hexadecimal digits");
    at_ += 4;
    return code;
  }

  /// Parses what follows `\u`.
  void parse_code(std::string& into) {
    const std::size_t begin = at_ - 2;
    const unsigned first = parse_hexadecimal();
    if (is_escaped_byte(first)) {
      into += static_cast<char>(first - byte_escapes);
      return;
    }
    if (base::is_character(first)) return append_character(into, first);
    if (first <= 0xDBFF && take_word("\\u")) {
      const unsigned second = parse_hexadecimal();
      if (second >= 0xDC00 && second <= 0xDFFF) {
        return append_character(into, 0x10000 + ((first - 0xD800U) << 10U) + (second - 0xDC00U));
      }
    }
    at_ = begin;
    fail("half a surrogate pair");
  }

  void parse_escape(std::string& into) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
    const char c = peek();
    ++at_;
    if (c == 'u') return parse_code(into);
    const std::size_t i = names.find(c);
    if (i == std::string_view::npos) fail("unknown escape");
    into += characters[i];
  }

  std::string parse_string() {
    std::string value;
    ++at_;
    for (char c = peek(); c != '"'; c = peek()) {
      if (c == '\\') {
        ++at_;
        parse_escape(value);
        continue;
      }
      if (static_cast<unsigned char>(c) < 0x20) fail("a control character in a string");
      value += c;
      ++at_;
    }
    ++at_;
    return value;
  }

  Json parse_list(std::size_t depth) {
    Json list = json_list();
    ++at_;
    if (take(']')) return list;
    do {
      list.elements.push_back(parse_value(depth + 1));
    } while (take(','));
    if (!take(']')) fail("expected \",\" or \"]\"");
    return list;
  }

  Json parse_object(std::size_t depth) {
    Json object = json_object();
    std::unordered_set<std::string> names;
    ++at_;
    if (take('}')) return object;
    do {
      skip_blanks();
      if (peek() != '"') fail("expected a name");
      std::string name = parse_string();
      if (!names.insert(name).second) fail(fmt::format("\"{}\" is given twice", name));
      if (!take(':')) fail("expected \":\"");
      object.members.push_back({std::move(name), parse_value(depth + 1)});
    } while (take(','));
    if (!take('}')) fail("expected \",\" or \"}\"");
    return object;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

Json parse_json(std::string_view text) { return Parser(text).parse(); }

}  // namespace ncf::store::zarr
