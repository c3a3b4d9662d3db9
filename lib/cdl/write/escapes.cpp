// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/escapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/text/characters.hpp"
#include "cdl/read/lexer.hpp"

namespace ncf::cdl {
namespace {

constexpr std::string_view escaped_in_names = " !\"#$&'()*,:;<=>?[]\\^`{|}~";

/// Replaces what XML cannot contain.
constexpr std::uint32_t replacement = 0xFFFD;

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7F;
}

bool is_printable(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= 0x20 && code < 0x7F;
}

unsigned code_of(char c) { return static_cast<unsigned char>(c); }

/// Returns the letter after the backslash, or 0 for characters without such an escape.
char escape_letter(char c) {
  constexpr std::string_view characters = "\b\f\n\r\t\v\\'\"";
  constexpr std::string_view letters = "bfnrtv\\'\"";
  const std::size_t i = characters.find(c);
  return i == std::string_view::npos ? '\0' : letters[i];
}

void append_octal(std::string& out, char c) {
  fmt::format_to(std::back_inserter(out), "\\{:03o}", code_of(c));
}

void append_letter(std::string& out, char letter) {
  out += '\\';
  out += letter;
}

/// Returns whether XML 1.0 can contain a character, or a byte that is not UTF-8.
bool is_in_xml(std::string_view character) {
  if (base::character_bytes(character) == 0) return false;
  const std::uint32_t code = base::decode_character(character);
  if (code < 0x20) return code == '\n' || code == '\r' || code == '\t';
  return code != 0xFFFE && code != 0xFFFF;
}

constexpr std::pair<char, std::string_view> xml_escapes[] = {
    {'"', "&quot;"}, {'<', "&lt;"},   {'>', "&gt;"},   {'&', "&amp;"},
    {'\n', "&#xA;"}, {'\r', "&#xD;"}, {'\t', "&#x9;"}, {'\x7F', "&#127;"},
};

void append_xml_character(std::string& out, std::string_view character) {
  const auto* const escape =
      std::ranges::find(xml_escapes, character.front(), &std::pair<char, std::string_view>::first);
  out += escape == std::end(xml_escapes) ? character : escape->second;
}

std::string_view without_end_zeros(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

}  // namespace

void append_name(std::string& out, std::string_view name) {
  if (!name.empty() && name.front() >= '0' && name.front() <= '9') out += '\\';
  for (const char c : name) {
    if (is_control(c)) {
      fmt::format_to(std::back_inserter(out), "\\%{:02x}", code_of(c));
    } else {
      if (escaped_in_names.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
}

bool is_expressible_name(std::string_view name) {
  if (name.empty() || std::ranges::any_of(name, is_control)) return false;
  std::string written;
  append_name(written, name);
  std::string_view rest = written;
  for (std::size_t bytes = name_start_bytes(rest); bytes > 0; bytes = name_part_bytes(rest)) {
    rest.remove_prefix(bytes);
    if (rest.empty()) return true;
  }
  return false;
}

void append_special_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (is_control(c)) {
      append_octal(out, c);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  out += '"';
}

void append_text(std::string& out, std::string_view text, LineEnds line_ends, EndZeros end_zeros) {
  out += '"';
  for (const char c : end_zeros == EndZeros::kept ? text : without_end_zeros(text)) {
    if (const char letter = escape_letter(c); letter != 0) {
      append_letter(out, letter);
      if (c == '\n' && line_ends == LineEnds::split_string) out += "\",\n\t\t\t\"";
    } else if (is_control(c)) {
      append_octal(out, c);
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_member_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : without_end_zeros(text)) {
    if (escape_letter(c) != 0) {
      append_letter(out, c);
    } else if (is_printable(c)) {
      out += c;
    } else {
      append_octal(out, c);
    }
  }
  out += '"';
}

void RowText::begin(std::string& out) {
  out += '"';
  held_zeros_ = 0;
  is_split_due_ = false;
}

void RowText::append(std::string& out, std::string_view piece) {
  for (const char c : piece) {
    if (c == '\0') {
      ++held_zeros_;
      continue;
    }
    append_held_zeros(out);
    split_if_due(out);
    if (const char letter = escape_letter(c); letter != 0) {
      append_letter(out, letter);
      is_split_due_ = c == '\n' && line_ends_ == LineEnds::split_string;
    } else if (is_printable(c)) {
      out += c;
    } else {
      append_octal(out, c);
    }
  }
}

void RowText::end(std::string& out) {
  if (end_zeros_ == EndZeros::kept) append_held_zeros(out);
  out += '"';
}

void RowText::append_held_zeros(std::string& out) {
  if (held_zeros_ > 0) split_if_due(out);
  for (; held_zeros_ > 0; --held_zeros_) append_octal(out, '\0');
}

void RowText::split_if_due(std::string& out) {
  if (std::exchange(is_split_due_, false)) out += "\",\n    \"";
}

bool append_xml(std::string& out, std::string_view text) {
  bool is_unchanged = true;
  while (!text.empty()) {
    const std::size_t bytes = std::max<std::size_t>(1, base::character_bytes(text));
    const std::string_view character = text.substr(0, bytes);
    if (is_in_xml(character)) {
      append_xml_character(out, character);
    } else {
      base::append_character(out, replacement);
      is_unchanged = false;
    }
    text.remove_prefix(bytes);
  }
  return is_unchanged;
}

}  // namespace ncf::cdl
