// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The deflate format: its numbers, and a writer of its bits. source: RFC 1951, sections 3.1.1 and
// 3.2.3 to 3.2.7
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ncf::plugins::deflate {

// Symbols of the first alphabet: literal bytes, the end of a block, and codes for lengths.
inline constexpr std::size_t literals = 256;
inline constexpr std::size_t end_of_block = 256;
inline constexpr std::size_t first_length = 257;
inline constexpr std::size_t length_codes = 29;
inline constexpr std::size_t main_symbols = first_length + length_codes;
inline constexpr std::size_t distance_symbols = 30;
inline constexpr std::size_t code_length_symbols = 19;

inline constexpr unsigned max_code_bits = 15;
inline constexpr unsigned max_code_length_bits = 7;

inline constexpr std::uint32_t min_match = 3;
inline constexpr std::uint32_t max_match = 258;
inline constexpr std::uint32_t max_distance = 32768;
inline constexpr std::size_t max_stored_bytes = 65535;  ///< of one stored block

/// The limit of our own blocks, so that counts stay below the limit of make_code_lengths.
inline constexpr std::uint32_t max_block_bytes = 1U << 22;

enum class BlockKind : std::uint8_t { stored = 0, fixed = 1, dynamic = 2 };

/// A code for `base` and the values after it, distinguished by `extra_bits` more bits.
struct RangeCode {
  std::uint16_t base;
  std::uint8_t extra_bits;
};

inline constexpr std::array<RangeCode, length_codes> length_ranges = [] {
  std::array<RangeCode, length_codes> ranges{};
  unsigned base = min_match;
  for (std::size_t code = 0; code < length_codes; ++code) {
    const auto extra_bits = static_cast<std::uint8_t>(code < 8 ? 0 : (code - 4) / 4);
    ranges[code] = {static_cast<std::uint16_t>(base), extra_bits};
    base += 1U << extra_bits;
  }
  ranges.back() = {max_match, 0};
  return ranges;
}();

inline constexpr std::array<RangeCode, distance_symbols> distance_ranges = [] {
  std::array<RangeCode, distance_symbols> ranges{};
  unsigned base = 1;
  for (std::size_t code = 0; code < distance_symbols; ++code) {
    const auto extra_bits = static_cast<std::uint8_t>(code < 4 ? 0 : (code - 2) / 2);
    ranges[code] = {static_cast<std::uint16_t>(base), extra_bits};
    base += 1U << extra_bits;
  }
  return ranges;
}();

/// The code of each length, from 0.
inline constexpr std::array<std::uint8_t, max_match + 1> length_code_of = [] {
  std::array<std::uint8_t, max_match + 1> codes{};
  for (std::size_t code = 0; code < length_codes; ++code) {
    const auto [base, extra_bits] = length_ranges[code];
    for (std::size_t i = 0; i < std::size_t{1} << extra_bits && base + i <= max_match; ++i) {
      codes[base + i] = static_cast<std::uint8_t>(code);
    }
  }
  return codes;
}();

/// Returns the symbol of a distance, 1 to max_distance: two symbols for each number of bits.
constexpr std::size_t distance_symbol_of(std::uint32_t distance) noexcept {
  const std::uint32_t from_zero = distance - 1;
  if (from_zero < 2) return from_zero;
  const auto extra_bits = static_cast<unsigned>(std::bit_width(from_zero)) - 2;
  return 2 * extra_bits + (from_zero >> extra_bits);
}

// Numbers of four and eight bytes, lowest byte first on any machine.

inline std::uint32_t load32(const std::uint8_t* bytes) noexcept {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  return value;
}

inline std::uint64_t load64(const std::uint8_t* bytes) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

inline void store32(std::uint8_t* bytes, std::uint32_t value) noexcept {
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  std::memcpy(bytes, &value, sizeof(value));
}

inline void store64(std::uint8_t* bytes, std::uint64_t value) noexcept {
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  std::memcpy(bytes, &value, sizeof(value));
}

/// Writes bits in deflate's order, the first one lowest. In tight loops, use a local copy, so that
/// it stays in registers.
///
///   writer.put(value, bits);   // up to 56 bits in sum, then
///   writer.flush();
///
/// A flush stores 8 bytes and keeps those that are full, so the memory must extend `slack` bytes
/// beyond the end of the output. Nothing is checked here: callers know the size beforehand.
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
