// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The array of a variable, and which of its chunks are stored. I/O thread only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "store/zarr/chunks/codec_chain.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

struct OpenArray {
  std::string path;  ///< "forecast/t2m"; empty if the store is a single array
  /// The key of the metadata that were read; empty for a new store.
  std::string metadata_key = {};
  ArrayMetadata metadata;
  /// NCZarr keeps a scalar as an array of one dimension of length 1.
  bool is_scalar_of_one = false;
  ArrayFilters coding = {};  ///< the codecs as filters

  /// Returns whether some codecs cannot be decoded here; this is then the only obstacle to reading
  /// the values.
  [[nodiscard]] bool is_opaque() const noexcept { return !coding.unreadable_codecs.empty(); }
};

/// Returns the complete key of a chunk, or of a shard.
[[nodiscard]] std::string key_of(const OpenArray& array, ChunkCoordinates chunk);

/// Distinguishes missing chunks from a store that is removed while it is read. throws: Error(io)
/// for the latter.
void require_whole_store(KeyStore& store, const OpenArray& array);

/// throws: Error(io), "KEY was removed".
[[noreturn]] void throw_removed(const std::string& key);

/// Returns whether a chunk, or shard, of size `lengths` begins within the array.
[[nodiscard]] bool is_inside(const ArrayMetadata& array, ChunkCoordinates chunk,
                             const std::vector<std::size_t>& lengths);

/// Returns the coordinates of the stored chunks of an array, or of its stored shards.
/// throws: Error(unsupported) if a server would have to be asked for too many; Error(corrupt) if a
/// chunk has a damaged name.
[[nodiscard]] std::vector<std::vector<std::size_t>> list_stored(KeyStore& store,
                                                                const OpenArray& array);

}  // namespace ncf::store::zarr
