// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Characters as UTF-8 bytes. Pure functions, any thread.
// source: RFC 3629
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ncf::base {

/// A byte that is not UTF-8 becomes this plus the byte, half of a surrogate pair.
/// source: PEP 383
inline constexpr unsigned byte_escapes = 0xDC00;

/// Returns whether this is a character of Unicode, not half of a surrogate pair or beyond.
bool is_character(std::uint32_t code) noexcept;

/// Appends a character of Unicode.
void append_character(std::string& text, std::uint32_t code);

/// Returns the bytes of the character at the front of a text that is not empty; 0 if it is none.
std::size_t character_bytes(std::string_view text) noexcept;

/// Returns whether a text consists of valid characters.
bool is_utf8(std::string_view text) noexcept;

/// Returns the character that the bytes of one stand for.
std::uint32_t decode_character(std::string_view bytes);

}  // namespace ncf::base
