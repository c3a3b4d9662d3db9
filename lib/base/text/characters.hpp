// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Characters in any locale: the ASCII ones of our small languages, and those of Unicode in UTF-8.
// Pure functions, any thread.
//
// source: RFC 3629
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

/// A byte that is not UTF-8 is represented by the sum of this and the byte, which is half of a
/// surrogate pair.
/// source: PEP 383
inline constexpr unsigned byte_escapes = 0xDC00;

/// Returns whether a byte of UTF-8 begins a character.
constexpr bool begins_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Returns the number of characters that begin in a text.
std::size_t count_characters(std::string_view text) noexcept;

/// Returns the largest position up to `at` at which a text can be cut.
std::size_t character_begin(std::string_view text, std::size_t at) noexcept;

/// Returns whether this is a character of Unicode, and not half of a surrogate pair or out of
/// range.
bool is_character(std::uint32_t code) noexcept;

/// Appends a character of Unicode.
void append_character(std::string& text, std::uint32_t code);

/// Returns the length of the character at the front of a text that is not empty; 0 if it is
/// invalid.
std::size_t character_bytes(std::string_view text) noexcept;

/// Returns whether a text consists of valid characters.
bool is_utf8(std::string_view text) noexcept;

/// Decodes the bytes of one character.
std::uint32_t decode_character(std::string_view bytes);

/// Returns a name in Unicode normalization form C, in which netCDF stores and compares them,
/// because a keyboard, a file system or another program may write an accent as a character of its
/// own. Bytes that are not UTF-8 are unchanged. Plugins do not contain this function.
/// source: Unicode Standard Annex #15; netCDF's manual, "NetCDF Names"
NCF_MODULE_API std::string to_nfc(std::string_view name);

/// Returns a text without the backslashes that escape the character after them.
[[nodiscard]] std::string without_backslashes(std::string_view text);

/// throws: Error(code) for a text that C would cut at a NUL inside.
void require_no_nul(std::string_view text, ErrorCode code = ErrorCode::usage);

/// Returns the parts of a text between separators, which may be empty.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

}  // namespace ncf::base
