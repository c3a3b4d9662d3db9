// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json/json.hpp"
#include "base/text/utf8.hpp"

namespace ncf::base {
namespace {

using Kind = Json::Kind;

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
