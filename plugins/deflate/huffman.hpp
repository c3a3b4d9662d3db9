// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Huffman codes as deflate has them: canonical, of limited length, sent by their lengths alone.
// Pure functions. source: RFC 1951, section 3.2.2
#pragma once

#include <cstdint>
#include <span>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

/// Bits ready to be put into a BitWriter: of a symbol, and where there are some of what follows it.
class Code {
 public:
  constexpr Code() noexcept = default;
  constexpr Code(std::uint32_t bits, unsigned length) noexcept : packed_(bits | length << 24) {}

  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return packed_ & 0xFFFFFF; }
  [[nodiscard]] constexpr unsigned length() const noexcept { return packed_ >> 24; }

 private:
  std::uint32_t packed_ = 0;
};

/// The lengths of a complete code for the symbols of `frequencies`, 0 for those that do not occur:
/// of least sum where no length exceeds `max_bits`, else close to it. Where fewer than two symbols
/// occur the first ones get a length too, because not every reader takes a code of one symbol.
/// frequencies: at most main_symbols, and at least 2; each below 2^23.
void make_code_lengths(std::span<const std::uint32_t> frequencies, unsigned max_bits,
                       std::span<std::uint8_t> lengths) noexcept;

/// The codes of such lengths.
void make_codes(std::span<const std::uint8_t> lengths, std::span<Code> codes) noexcept;

}  // namespace ncf::plugins::deflate
