// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The Huffman codes of deflate: canonical, of limited length, described only by their lengths. Pure
// functions. source: RFC 1951, section 3.2.2
#pragma once

#include <cstdint>
#include <span>

namespace ncf::plugins::deflate {

/// Bits ready for a BitWriter: those of a symbol, and any that follow it.
class Code {
 public:
  constexpr Code() noexcept = default;
  constexpr Code(std::uint32_t bits, unsigned length) noexcept : packed_(bits | length << 24) {}

  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return packed_ & 0xFFFFFF; }
  [[nodiscard]] constexpr unsigned length() const noexcept { return packed_ >> 24; }

 private:
  std::uint32_t packed_ = 0;
};

/// Computes the lengths of a complete code for the symbols of `frequencies`, 0 for those that do
/// not occur. Their sum is minimal, or close to it if `max_bits` limits lengths. If fewer than two
/// symbols occur, the first ones get a length too, because not all decoders accept a code of one
/// symbol.
/// frequencies: at most main_symbols, and at least 2; each below 2^23.
void make_code_lengths(std::span<const std::uint32_t> frequencies, unsigned max_bits,
                       std::span<std::uint8_t> lengths) noexcept;

/// Makes the codes for such lengths.
void make_codes(std::span<const std::uint8_t> lengths, std::span<Code> codes) noexcept;

}  // namespace ncf::plugins::deflate
