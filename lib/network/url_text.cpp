// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/url_text.hpp"

#include "base/text/characters.hpp"

namespace ncf::network {
namespace {

/// Encodes a text. allowed: characters that are not encoded, in addition to letters and digits.
std::string encode(std::string_view text, std::string_view allowed) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string encoded;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (base::is_letter(letter) || base::is_digit(letter) ||
        allowed.find(letter) != std::string_view::npos) {
      encoded += letter;
    } else {
      encoded += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return encoded;
}

}  // namespace

std::string encode_key(std::string_view key) { return encode(key, "-._~/"); }

std::string encode_value(std::string_view value) { return encode(value, "-._~"); }

std::string encode_rest(std::string_view path) { return encode(path, "-._~/%!$&'()*+,;=:@"); }

}  // namespace ncf::network
