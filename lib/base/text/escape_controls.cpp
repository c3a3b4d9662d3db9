// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/escape_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/text/characters.hpp"

namespace ncf {
namespace {

/// Returns whether this is a control character of ASCII or of the second set, which terminals obey
/// as well.
bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/// Returns whether this character ends a line, or changes the order in which characters are shown,
/// so that one name can look like another.
/// source: Unicode Standard Annex 9, "Directional Formatting Characters"
bool is_format_control(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escape(std::uint32_t code) {
  if (code == '\n') return R"(\n)";
  if (code == '\t') return R"(\t)";
  return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const std::string_view character = text.substr(0, base::character_bytes(text));
    if (character.empty()) {
      escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (const std::uint32_t code = base::decode_character(character);
               is_control(code) || is_format_control(code)) {
      escaped += escape(code);
    } else {
      escaped += character;
    }
    text.remove_prefix(std::max<std::size_t>(1, character.size()));
  }
  return escaped;
}

}  // namespace ncf
