// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes deflate blocks, each of the kind that takes the fewest bits: their codes, how a dynamic
// block describes them, and their symbols. source: RFC 1951, sections 3.2.3 to 3.2.7
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "deflate/cost.hpp"
#include "deflate/format.hpp"
#include "deflate/huffman.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

// Shorter than the format's limit of 15, so that four literals fit between two flushes, and
// decoders' tables stay small.
inline constexpr unsigned max_main_bits = 12;
inline constexpr unsigned max_distance_bits = 14;

/// The lengths of the codes of both alphabets. The fixed codes have two more symbols, which are
/// never used.
struct BlockLengths {
  std::array<std::uint8_t, main_symbols + 2> main{};
  std::array<std::uint8_t, distance_symbols + 2> distances{};
};

inline constexpr BlockLengths fixed_lengths = [] {
  BlockLengths lengths;
  for (std::size_t symbol = 0; symbol < lengths.main.size(); ++symbol) {
    lengths.main[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  lengths.distances.fill(5);
  return lengths;
}();

/// Returns the lengths that suit the counts best.
[[nodiscard]] BlockLengths best_lengths(const SymbolCounts& counts) noexcept;

/// Returns the bits that the symbols take with such lengths, including their extra bits.
[[nodiscard]] std::uint64_t symbol_bits(const SymbolCounts& counts,
                                        const BlockLengths& lengths) noexcept;

class DynamicHeader {
 public:
  explicit DynamicHeader(const BlockLengths& lengths) noexcept;

  /// Returns the size without the three bits for the kind of the block.
  [[nodiscard]] std::uint64_t bits() const noexcept { return bits_; }

  void write(BitWriter& writer) const noexcept;

 private:
  // A length, or a run of one, as written.
  struct Token {
    std::uint8_t symbol;
    std::uint8_t extra;
  };

  void add_runs(std::span<const std::uint8_t> lengths) noexcept;
  void add_token(std::size_t symbol, std::size_t extra = 0) noexcept;
  void choose_codes() noexcept;

  std::size_t main_lengths_;
  std::size_t distance_lengths_;
  std::size_t code_lengths_ = code_length_symbols;
  std::array<Token, main_symbols + distance_symbols> tokens_{};
  std::size_t tokens_used_ = 0;
  std::array<std::uint8_t, code_length_symbols> lengths_{};
  std::array<Code, code_length_symbols> codes_{};
  std::uint64_t bits_ = 0;
};

/// The bytes of a block, with the sequences that cover them exactly and the counts of their
/// symbols.
struct Block {
  std::span<const std::uint8_t> bytes;
  std::span<const Sequence> sequences;
  const SymbolCounts& counts;
};

/// Writes a block, which takes no more bits than stored blocks would.
void write_block(BitWriter& writer, const Block& block, bool is_last) noexcept;

/// Writes as many stored blocks as needed, at least one.
void write_stored(BitWriter& writer, std::span<const std::uint8_t> bytes, bool is_last) noexcept;

}  // namespace ncf::plugins::deflate
