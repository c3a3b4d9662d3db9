// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The index of a shard: the position of each chunk in the shard.
//
// source: ZEP 2, "Sharding codec", "Binary shard format"
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// Return the coordinates of the shard that contains a chunk, and the chunk's number in it.
std::vector<std::size_t> shard_of(const ArrayMetadata& array, ChunkCoordinates chunk);
std::size_t number_in_shard(const ArrayMetadata& array, ChunkCoordinates chunk);

/// Returns how many chunks of a shard lie within the array; a shard at its edge may extend beyond
/// it.
std::size_t chunks_within(const ArrayMetadata& array, const std::vector<std::size_t>& shard);

class ShardIndex {
 public:
  struct Entry {
    static constexpr std::uint64_t no_chunk = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t offset = no_chunk;
    std::uint64_t bytes = no_chunk;

    [[nodiscard]] bool is_missing() const noexcept {
      return offset == no_chunk && bytes == no_chunk;
    }
  };

  explicit ShardIndex(std::size_t chunks) : entries_(chunks) {}

  [[nodiscard]] Entry& operator[](std::size_t chunk) { return entries_[chunk]; }
  [[nodiscard]] const Entry& operator[](std::size_t chunk) const { return entries_[chunk]; }
  [[nodiscard]] std::size_t chunk_count() const noexcept { return entries_.size(); }

 private:
  std::vector<Entry> entries_;
};

/// Encodes and decodes the indexes of an array. Any thread.
class ShardIndexCodec {
 public:
  /// throws: as prepare_codecs, on the I/O thread.
  ShardIndexCodec(const ArrayMetadata& array, filter::FilterSource& filters);

  [[nodiscard]] std::size_t chunk_count() const noexcept { return chunks_; }
  /// Returns the size of an encoded index, to which its codecs add a fixed number of bytes.
  [[nodiscard]] std::size_t stored_bytes() const { return chain_.bound(decoded_bytes()); }
  [[nodiscard]] std::vector<std::byte> encode(const ShardIndex& index) const;
  [[nodiscard]] ShardIndex decode(std::span<const std::byte> stored) const;

 private:
  [[nodiscard]] std::size_t decoded_bytes() const { return chunks_ * shard_entry_bytes; }

  std::size_t chunks_;
  bool is_swapped_;
  filter::PreparedChain chain_;
};

}  // namespace ncf::store::zarr
