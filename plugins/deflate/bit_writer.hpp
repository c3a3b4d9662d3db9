// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes bits in deflate's order, the first one lowest. In tight loops, use a local copy, so that
// it stays in registers.
//
//   writer.put(value, bits);   // up to 56 bits in sum, then
//   writer.flush();
//
// A flush stores 8 bytes and keeps those that are full, so the memory must extend `slack` bytes
// beyond the end of the output. Nothing is checked here: callers know the size beforehand.
//
// source: RFC 1951, section 3.1.1
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "deflate/little_endian.hpp"

namespace ncf::plugins::deflate {

class BitWriter {
 public:
  static constexpr std::size_t slack = 8;
  static constexpr unsigned max_pending_bits = 56;  ///< maximum between two flushes

  explicit BitWriter(std::uint8_t* begin) noexcept : next_(begin) {}

  /// Appends the lowest `bits` of `value`, whose higher bits must be 0.
  void put(std::uint64_t value, unsigned bits) noexcept {
    pending_ |= value << pending_bits_;
    pending_bits_ += bits;
  }

  void flush() noexcept {
    store64(next_, pending_);
    next_ += pending_bits_ >> 3;
    pending_ >>= pending_bits_ & ~7U;
    pending_bits_ &= 7;
  }

  /// Fills the current byte with zeros.
  void align() noexcept {
    pending_bits_ = (pending_bits_ + 7) & ~7U;
    flush();
  }

  /// Writes whole bytes; only at the beginning of a byte.
  void append(const std::uint8_t* bytes, std::size_t count) noexcept {
    if (count != 0) std::memcpy(next_, bytes, count);
    next_ += count;
  }

  /// Returns the number of bits in the current byte, after a flush.
  [[nodiscard]] unsigned bits_begun() const noexcept { return pending_bits_; }

  /// Returns the position after the last full byte, after a flush.
  [[nodiscard]] std::uint8_t* end() const noexcept { return next_; }

 private:
  std::uint8_t* next_;
  std::uint64_t pending_ = 0;
  unsigned pending_bits_ = 0;
};

}  // namespace ncf::plugins::deflate
