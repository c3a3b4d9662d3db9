// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunk_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "model/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

using Numbers = std::vector<std::size_t>;

const std::vector<std::size_t>& stored_lengths(const ArrayMetadata& array) {
  return array.sharding ? array.sharding->shard_shape : array.chunk_shape;
}

std::vector<std::string> possible_keys(const OpenArray& array) {
  constexpr std::size_t max_keys = 4'000'000;
  const model::ChunkGrid grid(array.metadata.shape, stored_lengths(array.metadata));
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

/// The coordinates of a chunk, or shard, in the array. key: below that of the array.
std::optional<Numbers> numbers_of(const ArrayMetadata& array, const std::string& key) {
  auto numbers = parse_chunk_key(array.keys, array.rank(), key);
  if (numbers && !is_inside(array, *numbers, stored_lengths(array))) numbers.reset();
  return numbers;
}

/// folder: complete, and `below` the array.
void list_folder(KeyStore& store, const ArrayMetadata& array, const std::string& folder,
                 const std::string& below, std::vector<Numbers>& stored) {
  for (const Entry& entry : store.list(folder)) {
    const std::string key = join_key(below, entry.name);
    if (entry.is_folder) {
      // Chunk keys have no more parts than this, so deeper folders contain no chunks.
      const auto depth = static_cast<std::size_t>(std::count(key.begin(), key.end(), '/'));
      if (depth < array.rank() + 1) {
        list_folder(store, array, join_key(folder, entry.name), key, stored);
      }
      continue;
    }
    if (array.keys.has_prefix && array.keys.separator == '/' && array.rank() > 0 && key == "c") {
      throw Error(ErrorCode::corrupt, fmt::format("{}: is not a folder", join_key(folder, key)));
    }
    if (auto numbers = numbers_of(array, key)) stored.push_back(std::move(*numbers));
  }
}

}  // namespace

std::string key_of(const OpenArray& array, std::span<const std::size_t> numbers) {
  return join_key(array.path, chunk_key(array.metadata.keys, numbers));
}

bool is_inside(const ArrayMetadata& array, std::span<const std::size_t> numbers,
               const std::vector<std::size_t>& lengths) {
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t count = array.shape[i] / lengths[i] + (array.shape[i] % lengths[i] > 0);
    if (numbers[i] >= count) return false;
  }
  return true;
}

std::vector<std::vector<std::size_t>> list_stored(KeyStore& store, const OpenArray& array) {
  std::vector<Numbers> stored;
  const auto keys = store.find_values(array.path, [&] { return possible_keys(array); });
  if (!keys) {
    list_folder(store, array.metadata, array.path, "", stored);
    return stored;
  }
  const std::size_t prefix = array.path.empty() ? 0 : array.path.size() + 1;
  for (const std::string& key : *keys) {
    if (auto numbers = numbers_of(array.metadata, key.substr(prefix))) {
      stored.push_back(std::move(*numbers));
    }
  }
  return stored;
}

}  // namespace ncf::store::zarr
