// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "base/characters.hpp"
#include "ncf/error.hpp"
#include "store/zarr/utf8.hpp"

namespace ncf::store::zarr {
namespace {

using Kind = Json::Kind;

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_values = 1'000'000;

/// Bytes that are not UTF-8 stand in JSON as Python writes them (PEP 383): \udc80 to \udcff.
constexpr unsigned byte_escapes = 0xDC00;
bool is_escaped_byte(unsigned code) { return code >= 0xDC80 && code <= 0xDCFF; }

constexpr std::string_view bare_words[] = {"NaN", "Infinity", "-Infinity"};

Json make(Kind kind, std::string_view text = {}) {
  Json value;
  value.kind = kind;
  value.text = text;
  return value;
}

// ---- Reading ------------------------------------------------------------------------------------

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
        return make(Kind::text, parse_string());
      default:
        return parse_word_or_number();
    }
  }

  Json parse_word_or_number() {
    if (take_word("null")) return {};
    if (take_word("true")) return json_boolean(true);
    if (take_word("false")) return json_boolean(false);
    for (const std::string_view word : bare_words) {
      if (take_word(word)) return make(Kind::number, word);
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
    return make(Kind::number, text_.substr(begin, at_ - begin));
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

  /// Behind `\u`.
  void parse_code(std::string& into) {
    constexpr std::uint32_t lone = 0xD800;
    const unsigned first = parse_hexadecimal();
    if (is_escaped_byte(first)) {
      into += static_cast<char>(first - byte_escapes);
      return;
    }
    if (first < 0xD800 || first > 0xDFFF) return append_character(into, first);
    if (first > 0xDBFF || !text_.substr(at_).starts_with("\\u"))
      return append_character(into, lone);
    at_ += 2;
    const unsigned second = parse_hexadecimal();
    const bool is_pair = second >= 0xDC00 && second <= 0xDFFF;
    append_character(into,
                     is_pair ? 0x10000 + ((first - 0xD800U) << 10U) + (second - 0xDC00U) : lone);
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
      const std::size_t bytes = character_bytes(text_.substr(at_));
      if (bytes == 0) fail("not UTF-8");
      value.append(text_, at_, bytes);
      at_ += bytes;
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

// ---- Writing ------------------------------------------------------------------------------------

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view characters = "\"\\\b\f\n\r\t";
  constexpr std::string_view names = "\"\\bfnrt";
  out += '"';
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t i = characters.find(c);
    const std::size_t bytes = std::max<std::size_t>(1, character_bytes(text));
    if (i != std::string_view::npos) {
      out += '\\';
      out += names[i];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (character_bytes(text) == 0) {
      out += fmt::format("\\u{:04x}", byte_escapes + static_cast<unsigned char>(c));
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  out += '"';
}

/// As JSON escapes a character: one beyond the first 65536 by two halves.
void append_escapes(std::string& out, std::uint32_t code) {
  if (code >= 0x10000) {
    out += fmt::format("\\u{:04x}", 0xD800U + ((code - 0x10000U) >> 10U));
    code = 0xDC00U + ((code - 0x10000U) & 0x3FFU);
  }
  out += fmt::format("\\u{:04x}", code);
}

bool is_bare_word(const Json& value) {
  return value.is(Kind::number) && std::find(std::begin(bare_words), std::end(bare_words),
                                             value.text) != std::end(bare_words);
}

bool is_nested(const Json& value) { return value.is(Kind::list) || value.is(Kind::object); }

class Writer {
 public:
  explicit Writer(bool is_compact) : is_compact_(is_compact) {}

  std::string write(const Json& value) {
    append(value, 0);
    return std::move(out_);
  }

 private:
  void append(const Json& value, std::size_t depth) {
    switch (value.kind) {
      case Kind::null:
        out_ += "null";
        return;
      case Kind::boolean:
        out_ += value.boolean ? "true" : "false";
        return;
      case Kind::number:
        out_ += value.text;
        return;
      case Kind::text:
        return append_string(out_, value.text);
      case Kind::list:
        return append_list(value, depth);
      case Kind::object:
        return append_object(value, depth);
    }
  }

  void new_line(std::size_t depth) {
    constexpr std::size_t indent = 4;
    if (is_compact_) return;
    out_ += '\n';
    out_.append(indent * depth, ' ');
  }

  /// Lists of plain values stand in one line.
  void append_list(const Json& list, std::size_t depth) {
    const bool in_lines = std::any_of(list.elements.begin(), list.elements.end(), is_nested);
    out_ += '[';
    for (std::size_t i = 0; i < list.elements.size(); ++i) {
      if (i > 0) out_ += is_compact_ || in_lines ? "," : ", ";
      if (in_lines) new_line(depth + 1);
      append(list.elements[i], depth + 1);
    }
    if (in_lines) new_line(depth);
    out_ += ']';
  }

  void append_object(const Json& object, std::size_t depth) {
    out_ += '{';
    for (std::size_t i = 0; i < object.members.size(); ++i) {
      if (i > 0) out_ += ',';
      new_line(depth + 1);
      append_string(out_, object.members[i].name);
      out_ += is_compact_ ? ":" : ": ";
      append(object.members[i].value, depth + 1);
    }
    if (!object.members.empty()) new_line(depth);
    out_ += '}';
  }

  bool is_compact_;
  std::string out_;
};

template <class Number>
std::optional<Number> number_of(const Json& value) {
  if (!value.is(Kind::number)) return std::nullopt;
  Number number{};
  const char* const end = value.text.data() + value.text.size();
  const auto [rest, error] = std::from_chars(value.text.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

}  // namespace

const Json* Json::find(std::string_view name) const noexcept {
  for (const JsonMember& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const Json* Json::find_any(std::initializer_list<std::string_view> names) const noexcept {
  for (const std::string_view name : names) {
    if (const Json* found = find(name)) return found;
  }
  return nullptr;
}

Json& Json::add(std::string_view name, Json value) {
  members.push_back({std::string(name), std::move(value)});
  return *this;
}

Json parse_json(std::string_view text) { return Parser(text).parse(); }

std::string format_compact_json(const Json& value) { return Writer(true).write(value); }

std::string format_json(const Json& value) {
  const std::string text = Writer(false).write(value) + '\n';
  std::string_view json = text;
  std::string ascii;
  while (!json.empty()) {
    const std::size_t bytes = std::max<std::size_t>(1, character_bytes(json));
    if (bytes == 1) {
      ascii += json.front();
    } else {
      append_escapes(ascii, decode_character(json.substr(0, bytes)));
    }
    json.remove_prefix(bytes);
  }
  return ascii;
}

Json without_bare_words(Json value) {
  if (is_bare_word(value)) value.kind = Kind::text;
  for (Json& element : value.elements) element = without_bare_words(std::move(element));
  for (JsonMember& member : value.members) {
    member.value = without_bare_words(std::move(member.value));
  }
  return value;
}

Json json_null() { return {}; }

Json json_boolean(bool value) {
  Json json = make(Kind::boolean);
  json.boolean = value;
  return json;
}

Json json_text(std::string_view text) { return make(Kind::text, text); }
Json json_number(std::int64_t value) { return make(Kind::number, fmt::format("{}", value)); }
Json json_number(std::uint64_t value) { return make(Kind::number, fmt::format("{}", value)); }

Json json_number(double value) {
  if (std::isnan(value)) return make(Kind::number, "NaN");
  if (std::isinf(value)) return make(Kind::number, value < 0 ? "-Infinity" : "Infinity");
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return make(Kind::number, text);
}

Json json_list(std::vector<Json> elements) {
  Json list = make(Kind::list);
  list.elements = std::move(elements);
  return list;
}

Json json_object() { return make(Kind::object); }

std::optional<std::int64_t> as_int64(const Json& value) { return number_of<std::int64_t>(value); }
std::optional<std::uint64_t> as_uint64(const Json& value) {
  return number_of<std::uint64_t>(value);
}

std::optional<double> as_double(const Json& value) {
  if (!value.is(Kind::number)) return std::nullopt;
  if (value.text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value.text == "Infinity") return std::numeric_limits<double>::infinity();
  if (value.text == "-Infinity") return -std::numeric_limits<double>::infinity();
  double number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto result = std::from_chars(value.text.data(), end, number);
  if (result.ec != std::errc::result_out_of_range) return number;
  const bool is_small =
      value.text.find("e-") != std::string::npos || value.text.find("E-") != std::string::npos;
  const double extreme = is_small ? 0.0 : std::numeric_limits<double>::infinity();
  return value.text.front() == '-' ? -extreme : extreme;
}

bool is_integer(const Json& value) {
  return value.is(Kind::number) && value.text.find_first_not_of("-0123456789") == std::string::npos;
}

}  // namespace ncf::store::zarr
