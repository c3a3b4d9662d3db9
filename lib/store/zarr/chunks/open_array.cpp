// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/open_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

using Coordinates = std::vector<std::size_t>;

const std::vector<std::size_t>& stored_lengths(const ArrayMetadata& array) {
  return array.sharding ? array.sharding->shard_shape : array.chunk_shape;
}

/// Returns a grid with the coordinates of all chunks, or shards.
model::ChunkGrid grid_of(const ArrayMetadata& array) {
  if (array.chunk_ends.empty()) return {array.shape, stored_lengths(array)};
  std::vector<std::size_t> counts;
  for (const auto& ends : array.chunk_ends) counts.push_back(ends.size());
  return {counts, std::vector<std::size_t>(counts.size(), 1)};
}

std::vector<std::string> possible_keys(const OpenArray& array) {
  constexpr std::size_t max_keys = 4'000'000;
  const model::ChunkGrid grid = grid_of(array.metadata);
  if (grid.chunk_count() > max_keys) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the server does not list what it has, and would have to be asked for "
                            "each of {} chunks; download the store",
                            grid.chunk_count()));
  }
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    keys.push_back(key_of(array, grid.numbers(i)));
  }
  return keys;
}

/// Returns the coordinates of a chunk, or shard, in the array. key: below that of the array.
std::optional<Coordinates> coordinates_of(const ArrayMetadata& array, const std::string& key) {
  auto coordinates = parse_chunk_key(array.keys, array.rank(), key);
  if (coordinates && !is_inside(array, *coordinates, stored_lengths(array))) coordinates.reset();
  return coordinates;
}

/// Returns whether a key is that of a folder of chunks. key: below that of the array.
bool is_chunk_folder(const ArrayMetadata& array, std::string key) {
  if (array.keys.separator != '/') return false;
  const std::size_t chunk_parts = array.rank() + (array.keys.has_prefix ? 1 : 0);
  auto parts = static_cast<std::size_t>(std::count(key.begin(), key.end(), '/')) + 1;
  if (parts >= chunk_parts) return false;
  for (; parts < chunk_parts; ++parts) key += "/0";
  return coordinates_of(array, key).has_value();
}

/// Checks that there is no folder in place of a chunk, or file in place of a folder, which would
/// hide values.
/// throws: Error(corrupt).
void require_kind(KeyStore& store, const OpenArray& array, const Entry& entry,
                  const std::string& key) {
  const std::string whole_key = join_key(array.path, key);
  if (!entry.is_folder && is_chunk_folder(array.metadata, key)) {
    throw Error(ErrorCode::corrupt, fmt::format("{}: is not a folder", whole_key));
  }
  // In a zip file, a key may be both a value and a folder.
  if (entry.is_folder && coordinates_of(array.metadata, key) && !store.size_bytes(whole_key)) {
    throw Error(ErrorCode::corrupt, fmt::format("{}: is not a file", whole_key));
  }
}

/// Lists a folder. folder: its complete key. below: its key relative to the array.
void list_folder(KeyStore& store, const OpenArray& array, const std::string& folder,
                 const std::string& below, std::vector<Coordinates>& stored) {
  for (const Entry& entry : store.list(folder)) {
    const std::string key = join_key(below, entry.name);
    require_kind(store, array, entry, key);
    if (entry.is_folder) {
      // Chunk keys have no more parts than this, so deeper folders contain no chunks.
      const auto depth = static_cast<std::size_t>(std::count(key.begin(), key.end(), '/'));
      if (depth < array.metadata.rank() + 1) {
        list_folder(store, array, join_key(folder, entry.name), key, stored);
      }
      continue;
    }
    if (auto coordinates = coordinates_of(array.metadata, key)) {
      stored.push_back(std::move(*coordinates));
    } else if (!is_metadata_name(entry.name)) {
      store.require_right_name(join_key(folder, entry.name));
    }
  }
}

}  // namespace

void require_whole_store(KeyStore& store, const OpenArray& array) {
  store.require_in_place();
  if (array.metadata_key.empty() || store.size_bytes(array.metadata_key)) return;
  throw_removed(array.metadata_key);
}

void throw_removed(const std::string& key) {
  throw Error(ErrorCode::io, fmt::format("{} was removed", key));
}

std::string key_of(const OpenArray& array, ChunkCoordinates chunk) {
  return join_key(array.path, chunk_key(array.metadata.keys, chunk));
}

bool is_inside(const ArrayMetadata& array, ChunkCoordinates chunk,
               const std::vector<std::size_t>& lengths) {
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t count = array.chunk_ends.empty()
                                  ? model::chunks_along(array.shape[i], lengths[i])
                                  : array.chunk_ends[i].size();
    if (chunk[i] >= count) return false;
  }
  return true;
}

std::vector<std::vector<std::size_t>> list_stored(KeyStore& store, const OpenArray& array) {
  std::vector<Coordinates> stored;
  const auto keys = store.find_values(array.path, [&] { return possible_keys(array); });
  if (!keys) {
    list_folder(store, array, array.path, "", stored);
    return stored;
  }
  const std::size_t prefix = array.path.empty() ? 0 : array.path.size() + 1;
  for (const std::string& key : *keys) {
    if (auto coordinates = coordinates_of(array.metadata, key.substr(prefix))) {
      stored.push_back(std::move(*coordinates));
    }
  }
  return stored;
}

}  // namespace ncf::store::zarr
