// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/real_text.hpp"

namespace ncf::base {
namespace {

using Kind = Json::Kind;

Json make(Kind kind, std::string_view text = {}) {
  Json value;
  value.kind = kind;
  value.text = text;
  return value;
}

bool is_bare_word(std::string_view text) {
  return std::ranges::find(bare_words, text) != std::end(bare_words);
}

std::string digits_with_point(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::string digits = format_real(value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

template <class Number>
std::optional<Number> number_of(const Json& value) {
  return value.is(Kind::number) ? find_number<Number>(value.text) : std::nullopt;
}

// Parses digits in the requested type: FLT_MAX with few digits is larger as a double. A number too
// large for the type is rejected.
template <class Number>
std::optional<Number> floating_of(const Json& value) {
  using Limits = std::numeric_limits<Number>;
  if (!value.is(Kind::number)) return std::nullopt;
  if (value.text == "NaN") return Limits::quiet_NaN();
  if (value.text == "Infinity") return Limits::infinity();
  if (value.text == "-Infinity") return -Limits::infinity();
  const auto real = read_real<Number>(value.text);
  if (real.has_overflowed) return std::nullopt;
  return real.value;
}

// ---- Writing ------------------------------------------------------------------------------------

/// Replaces bytes that are not characters.
constexpr std::uint32_t replacement = 0xFFFD;

void append_escape(std::string& out, std::uint32_t code) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[code >> shift & 0xFU];
}

void append_string(std::string& out, std::string_view text, JsonTexts texts) {
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
      append_escape(out, static_cast<unsigned char>(c));
    } else if (character_bytes(text) == 0 && texts == JsonTexts::escaped) {
      append_escape(out, byte_escapes + static_cast<unsigned char>(c));
    } else if (character_bytes(text) == 0 && texts == JsonTexts::standard) {
      append_character(out, replacement);
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  out += '"';
}

/// Appends JSON's escape for a character: two surrogates for those beyond the first 65536.
void append_escapes(std::string& out, std::uint32_t code) {
  if (code >= 0x10000) {
    append_escape(out, 0xD800U + ((code - 0x10000U) >> 10U));
    code = 0xDC00U + ((code - 0x10000U) & 0x3FFU);
  }
  append_escape(out, code);
}

bool is_nested(const Json& value) { return value.is(Kind::list) || value.is(Kind::object); }

class Writer {
 public:
  Writer(bool is_compact, JsonTexts texts) : is_compact_(is_compact), texts_(texts) {}

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
        out_ += texts_ == JsonTexts::standard && is_bare_word(value.text) ? "null" : value.text;
        return;
      case Kind::text:
        return append_string(out_, value.text, texts_);
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

  /// Appends a list. Lists of scalars are written on one line.
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
      append_string(out_, object.members[i].name, texts_);
      out_ += is_compact_ ? ":" : ": ";
      append(object.members[i].value, depth + 1);
    }
    if (!object.members.empty()) new_line(depth);
    out_ += '}';
  }

  bool is_compact_;
  JsonTexts texts_;
  std::string out_;
};

}  // namespace

Json::Json(double value) : kind(Kind::number), text(digits_with_point(value)) {}

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

std::size_t depth_of(const Json& value) {
  if (!value.is(Json::Kind::list) && !value.is(Json::Kind::object)) return 0;
  std::size_t depth = 0;
  for (const Json& element : value.elements) depth = std::max(depth, depth_of(element));
  for (const JsonMember& member : value.members) depth = std::max(depth, depth_of(member.value));
  return depth + 1;
}

std::size_t count_values(const Json& value) {
  std::size_t count = 1;
  for (const Json& element : value.elements) count += count_values(element);
  for (const JsonMember& member : value.members) count += count_values(member.value);
  return count;
}

Json bare_word_as_text(Json value) {
  if (value.is(Kind::number) && is_bare_word(value.text)) value.kind = Kind::text;
  return value;
}

Json text_as_bare_word(Json value) {
  if (value.is(Kind::text) && is_bare_word(value.text)) value.kind = Kind::number;
  return value;
}

Json json_digits(std::string_view digits) { return make(Kind::number, digits); }

Json json_list() { return make(Kind::list); }

Json json_object(std::initializer_list<JsonMember> members) {
  Json object = make(Kind::object);
  object.members = members;
  return object;
}

Json json_text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

std::optional<std::int64_t> as_int64(const Json& value) { return number_of<std::int64_t>(value); }
std::optional<std::uint64_t> as_uint64(const Json& value) {
  return number_of<std::uint64_t>(value);
}

std::optional<float> as_float(const Json& value) { return floating_of<float>(value); }
std::optional<double> as_double(const Json& value) { return floating_of<double>(value); }

bool is_integer(const Json& value) {
  return value.is(Kind::number) && value.text.find_first_not_of("-0123456789") == std::string::npos;
}

std::string format_compact_json(const Json& value) {
  return Writer(true, JsonTexts::escaped).write(value);
}

std::string format_json(const Json& value, JsonTexts texts) {
  std::string text = Writer(false, texts).write(value) + '\n';
  if (texts != JsonTexts::escaped) return text;
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

}  // namespace ncf::base
