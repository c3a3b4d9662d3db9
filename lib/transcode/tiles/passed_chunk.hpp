// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares a chunk that was passed through, as stored and decoded, in the input and in the output.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "filter/kernels/prepared_chain.hpp"
#include "transcode/recoding/reopened_output.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// A variable that Passthrough moves.
struct PassedVariable {
  model::VariableId input_id = 0;
  model::VariableId output_id = 0;
  /// Decodes its chunks on any thread; empty if only the store can decode them.
  std::optional<filter::PreparedChain> chain = {};
};

/// The places of a chunk in both files.
struct PassedChunk {
  std::vector<std::size_t> offset;
  model::StoredPlace written;
  model::StoredPlace read;
};

/// The same chunk as read, and the buffers of one thread.
struct PassedScratch {
  model::StoredChunk written;
  model::StoredChunk read;
  Scratch scratch;
};

/// Immutable, any thread.
class PassedComparison {
 public:
  /// All arguments must outlive this; `output` is open for reading. I/O thread.
  PassedComparison(const PassedVariable& variable, model::Source& input,
                   const ReopenedOutput& output);

  [[nodiscard]] std::size_t chunk_bytes() const noexcept { return chunk_bytes_; }
  [[nodiscard]] model::VariableId output_id() const noexcept { return output_id_; }

  /// Reads the chunk from both files. throws: Error naming file, variable and chunk.
  void read(const PassedChunk& chunk, PassedScratch& both) const;

  /// Returns whether the stored bytes differ and the values must be compared, because a store that
  /// cannot skip filters for single chunks encodes such a chunk again. throws: Error(corrupt) if
  /// the bytes differ without that reason.
  [[nodiscard]] static bool is_encoded_anew(const PassedScratch& both);

  /// Compares a chunk that was read, and decodes it. The variable must have a chain. throws: Error.
  void compare(PassedScratch& both) const;

 private:
  [[nodiscard]] std::span<const std::byte> decode(const model::StoredChunk& chunk,
                                                  Scratch& scratch) const;

  const PassedVariable& variable_;
  model::Source& input_;
  model::Source& output_;
  model::VariableId output_id_;  ///< in the output read back
  std::size_t chunk_bytes_;      ///< decoded
};

}  // namespace ncf::transcode
