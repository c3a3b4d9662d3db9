// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/characters.hpp"

#include <algorithm>

namespace ncf::base {

bool is_character(std::uint32_t code) noexcept {
  return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

void append_character(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto put_tail = [&](unsigned shift) { put(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put_tail(0);
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put_tail(6);
    put_tail(0);
  } else {
    put(0xF0U | (code >> 18U));
    put_tail(12);
    put_tail(6);
    put_tail(0);
  }
}

std::size_t count_characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::size_t character_begin(std::string_view text, std::size_t at) noexcept {
  while (at > 0 && at < text.size() && !begins_character(text[at])) --at;
  return at;
}

std::size_t character_bytes(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if (begins_character(text[i])) return 0;
  }
  const bool is_overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool is_surrogate = first == 0xED && byte(1) >= 0xA0;
  const bool is_beyond = first == 0xF4 && byte(1) >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : bytes;
}

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::uint32_t decode_character(std::string_view bytes) {
  constexpr std::uint32_t first_bits[] = {0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t code = static_cast<unsigned char>(bytes.front()) & first_bits[bytes.size() - 1];
  for (const char c : bytes.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

std::string without_backslashes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

void require_no_nul(std::string_view text, ErrorCode code) {
  if (text.find('\0') == std::string_view::npos) return;
  throw Error(code,
              "a text contains a NUL, which ends strings and names; only values of type char can "
              "contain one");
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace ncf::base
