// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the elements of boxes into memory of the caller. All threads decode the chunks of a box,
// each into its place; what only the store can decode is read on the calling thread. Chunks of
// which a box contains only a part remain decoded, within a limit, for the boxes that come next.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory/bytes.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/stored_values.hpp"

namespace ncf::ops {

/// The chunks that were decoded last, so that small boxes do not decode the same chunk again and
/// again.
///
/// I/O thread only; any thread may use the memory of a chunk that it was given.
class DecodedChunks {
 public:
  /// As ChunkValues decodes it.
  using Chunk = std::shared_ptr<base::ByteBuffer>;

  explicit DecodedChunks(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  /// Returns whether there may be chunks of this size.
  [[nodiscard]] bool holds(std::size_t bytes) const noexcept { return bytes <= max_bytes_; }

  /// Returns null if a chunk is not there. number: in the variable's grid.
  [[nodiscard]] Chunk find(model::VariableId id, std::size_t number);

  /// Returns memory to decode a chunk into, in place of the chunks that were not used for longest.
  [[nodiscard]] Chunk add(model::VariableId id, std::size_t number, std::size_t bytes);

  /// Forgets all chunks, for example if one could not be decoded.
  void clear() noexcept;

 private:
  using Name = std::pair<model::VariableId, std::size_t>;
  struct Held {
    Name name;
    Chunk chunk;
  };

  std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;
  std::list<Held> held_;  ///< the last one used at the end
  std::map<Name, std::list<Held>::iterator> places_;
};

class ValueReader {
 public:
  /// max_bytes: limit for chunks that remain decoded. source: outlives the reader.
  ValueReader(model::Source& source, std::size_t threads, std::uint64_t max_bytes);

  /// box: within the variable, whose elements have a fixed size. elements: as large as the box.
  /// throws: Error naming the variable, and the chunk if one cannot be decoded.
  void read(model::VariableId id, const model::Box& box, std::span<std::byte> elements);

 private:
  /// A chunk of a box that is not decoded yet.
  struct Missing {
    model::VariableId id;
    std::size_t number;
    model::Box chunk;
    std::optional<model::StoredPlace> place = {};  ///< empty if the chunk was never written
    DecodedChunks::Chunk kept = {};                ///< null if the decoded chunk is not kept
  };

  const transcode::StoredValues& open(model::VariableId id);
  void read_placed(const transcode::StoredValues& values, const model::Box& box,
                   std::span<std::byte> elements);
  void decode(model::VariableId id, const model::Box& box, std::span<std::byte> elements);
  [[nodiscard]] std::vector<Missing> copy_decoded(model::VariableId id, const model::Box& box,
                                                  std::span<std::byte> elements);
  [[nodiscard]] std::size_t announce(std::span<const Missing> missing, std::size_t next);
  void find(Missing& missing, const model::Box& box);
  void decode_chunk(const Missing& missing, const model::Box& box, std::byte* elements,
                    transcode::Scratch& scratch);

  model::Source& source_;
  plugin::KernelChains chains_;
  std::map<model::VariableId, transcode::StoredValues> opened_;  ///< variables that were read
  DecodedChunks decoded_;
  std::vector<transcode::Scratch> scratches_;  ///< one per worker
  base::WorkerPool pool_;  ///< last: its threads end before the rest is destroyed
};

}  // namespace ncf::ops
