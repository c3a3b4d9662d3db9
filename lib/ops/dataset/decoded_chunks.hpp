// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chunks that were decoded last, so that small boxes do not decode the same chunk again and
// again.
//
// I/O thread only; any thread may use the memory of a chunk that it was given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <utility>

#include "base/memory/byte_buffer.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

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

}  // namespace ncf::ops
