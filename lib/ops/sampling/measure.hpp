// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures the cost of encoding and decoding a chunk. A Bench belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/memory/bytes.hpp"
#include "filter/kernels/prepared_chain.hpp"

namespace ncf::ops {

struct Measurement {
  std::uint64_t stored_bytes = 0;
  double encode_seconds = 0;  ///< CPU time of this thread, hardly affected by other load
  double decode_seconds = 0;
  /// The largest change of a value; empty if it is larger than its filters may make it.
  std::optional<double> largest_error = 0;
};

/// Returns the largest change of a value; empty if that is too large.
using ValueCheck = std::function<std::optional<double>(std::span<const std::byte> encoded,
                                                       std::span<const std::byte> decoded)>;

class Bench {
 public:
  /// Returns the encoded size of `elements`. throws: as PreparedChain::encode.
  [[nodiscard]] std::uint64_t encoded_bytes(const filter::PreparedChain& chain,
                                            const filter::EncoderStrategies& strategies,
                                            std::span<const std::byte> elements);

  /// Encodes and decodes, repeating short work; the shortest time counts. check: null if the
  /// filters keep every value.
  /// throws: as PreparedChain; Error(internal) if values differ that must be kept.
  [[nodiscard]] Measurement measure(const filter::PreparedChain& chain,
                                    const filter::EncoderStrategies& strategies,
                                    std::span<const std::byte> elements, const ValueCheck& check);

  /// Returns the strategies with which a copy would encode all chunks. throws: as
  /// PreparedChain::choose_strategies.
  [[nodiscard]] filter::EncoderStrategies choose_strategies(const filter::PreparedChain& chain,
                                                            std::span<const std::byte> first_chunk,
                                                            std::uint64_t variable_bytes);

 private:
  filter::ChainWorkspace encoding_;
  filter::ChainWorkspace decoding_;
  base::ByteBuffer decoded_;
};

}  // namespace ncf::ops
