// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts characters to and from UTF-8 bytes. Pure functions, any thread.
// source: RFC 3629
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ncf::base {

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

}  // namespace ncf::base
