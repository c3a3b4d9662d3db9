// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What encoding and decoding a chunk costs. A Bench belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/byte_buffer.hpp"
#include "filter/prepared_chain.hpp"

namespace ncf::ops {

struct Measurement {
  std::uint64_t stored_bytes = 0;
  double encode_seconds = 0;  ///< of the processor, for this thread: what others do counts little
  double decode_seconds = 0;
};

class Bench {
 public:
  /// Bytes that `elements` take when encoded. throws: as PreparedChain::encode.
  [[nodiscard]] std::uint64_t encoded_bytes(const filter::PreparedChain& chain,
                                            const filter::EncodingWays& ways,
                                            std::span<const std::byte> elements);

  /// Encodes and decodes, short work more than once; the shortest time counts.
  /// throws: as PreparedChain; Error(internal) where the elements do not come back.
  [[nodiscard]] Measurement measure(const filter::PreparedChain& chain,
                                    const filter::EncodingWays& ways,
                                    std::span<const std::byte> elements);

  /// How a copy would encode all chunks of a variable. throws: as PreparedChain::choose_ways.
  [[nodiscard]] filter::EncodingWays choose_ways(const filter::PreparedChain& chain,
                                                 std::span<const std::byte> first_chunk,
                                                 std::uint64_t variable_bytes);

 private:
  filter::ChainWorkspace encoding_;
  filter::ChainWorkspace decoding_;
  base::ByteBuffer decoded_;
};

}  // namespace ncf::ops
