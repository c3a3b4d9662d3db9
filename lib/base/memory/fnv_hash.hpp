// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A hash that finds accidental changes and is the same on every machine. It does not protect
// against forgery.
// source: the FNV-1a hash, 64 bits
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ncf::base {

class FnvHash {
 public:
  void add(std::span<const std::byte> bytes) noexcept {
    for (const std::byte byte : bytes) {
      value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x00000100000001B3U;
    }
  }
  /// Adds eight bytes at a time, as little-endian words. This gives a different hash, for contents
  /// of files.
  void add_words(std::span<const std::byte> bytes) noexcept {
    while (bytes.size() >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      for (std::size_t i = sizeof(word); i-- > 0;) {
        word = word << 8U | static_cast<std::uint64_t>(bytes[i]);
      }
      value_ = (value_ ^ word) * 0x00000100000001B3U;
      value_ ^= value_ >> 32U;  // multiplying never moves high bits to low ones
      bytes = bytes.subspan(sizeof(word));
    }
    add(bytes);
  }
  /// Adds a text with its end: the sequence "ab", "c" differs from "a", "bc".
  void add(std::string_view text) noexcept {
    add(std::as_bytes(std::span(text)));
    add(std::uint64_t{text.size()});
  }
  void add(std::uint64_t number) noexcept {
    for (int i = 0; i < 8; ++i, number >>= 8U) {
      value_ = (value_ ^ (number & 0xFFU)) * 0x00000100000001B3U;
    }
  }

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace ncf::base
