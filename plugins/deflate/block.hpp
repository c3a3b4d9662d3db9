// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes deflate blocks, each of the kind that takes the fewest bits. source: RFC 1951, section 3.2
#pragma once

#include <cstdint>
#include <span>

#include "deflate/bit_writer.hpp"
#include "deflate/cost.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

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
