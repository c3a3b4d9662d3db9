// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists the stored chunks of an array.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "store/zarr/chunks/open_store.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

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
