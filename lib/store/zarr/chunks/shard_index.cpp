// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/shard_index.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "filter/codecs/codec_list.hpp"
#include "model/grid/block.hpp"
#include "store/zarr/chunks/codec_chain.hpp"

namespace ncf::store::zarr {
namespace {

std::size_t chunks_along(const ArrayMetadata& array, std::size_t dimension) {
  return array.sharding->shard_shape[dimension] / array.chunk_shape[dimension];
}

std::size_t chunks_in_shard(const ArrayMetadata& array) {
  std::size_t chunks = 1;
  for (std::size_t i = 0; i < array.rank(); ++i) chunks *= chunks_along(array, i);
  return chunks;
}

std::endian byte_order_of_index(const ArrayMetadata& array) {
  return filter::byte_order_of(array.sharding->index_codecs).value_or(std::endian::little);
}

/// Returns the index as an array: two numbers for each chunk.
filter::PreparedChain prepare_index(const ArrayMetadata& array, filter::FilterSource& filters) {
  ArrayMetadata index;
  index.format = array.format;
  index.element = {Element::Kind::unsigned_integer, sizeof(std::uint64_t),
                   byte_order_of_index(array)};
  index.shape = index.chunk_shape = {chunks_in_shard(array), 2};
  index.codecs = array.sharding->index_codecs;
  std::erase_if(index.codecs, [](const filter::Codec& codec) { return codec.name == "bytes"; });
  return prepare_codecs(index, index.codecs, filters, filter::FilterUse::decode);
}

}  // namespace

std::vector<std::size_t> shard_of(const ArrayMetadata& array, ChunkCoordinates chunk) {
  std::vector<std::size_t> shard(chunk.begin(), chunk.end());
  for (std::size_t i = 0; i < shard.size(); ++i) shard[i] /= chunks_along(array, i);
  return shard;
}

std::size_t number_in_shard(const ArrayMetadata& array, ChunkCoordinates chunk) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t chunks = chunks_along(array, i);
    number = number * chunks + chunk[i] % chunks;
  }
  return number;
}

std::size_t chunks_within(const ArrayMetadata& array, const std::vector<std::size_t>& shard) {
  std::size_t chunks = 1;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t chunk = array.chunk_shape[i];
    const std::size_t all = array.shape[i] / chunk + (array.shape[i] % chunk > 0 ? 1 : 0);
    const std::size_t before = shard[i] * chunks_along(array, i);
    chunks *= std::min(chunks_along(array, i), all - std::min(all, before));
  }
  return chunks;
}

ShardIndexCodec::ShardIndexCodec(const ArrayMetadata& array, filter::FilterSource& filters)
    : chunks_(chunks_in_shard(array)),
      is_swapped_(byte_order_of_index(array) != std::endian::native),
      chain_(prepare_index(array, filters)) {}

std::vector<std::byte> ShardIndexCodec::encode(const ShardIndex& index) const {
  std::vector<std::byte> decoded(decoded_bytes());
  for (std::size_t i = 0; i < chunks_; ++i) {
    const std::uint64_t numbers[] = {index[i].offset, index[i].bytes};
    std::memcpy(decoded.data() + i * shard_entry_bytes, numbers, shard_entry_bytes);
  }
  if (is_swapped_) model::swap_elements(decoded, sizeof(std::uint64_t));
  filter::ChainWorkspace workspace;
  const auto encoded = chain_.encode(decoded, workspace).bytes;
  return {encoded.begin(), encoded.end()};
}

ShardIndex ShardIndexCodec::decode(std::span<const std::byte> stored) const {
  std::vector<std::byte> decoded(decoded_bytes());
  filter::ChainWorkspace workspace;
  chain_.decode(stored, 0, decoded, workspace);
  if (is_swapped_) model::swap_elements(decoded, sizeof(std::uint64_t));
  ShardIndex index(chunks_);
  for (std::size_t i = 0; i < chunks_; ++i) {
    std::uint64_t numbers[2];
    std::memcpy(numbers, decoded.data() + i * shard_entry_bytes, shard_entry_bytes);
    index[i] = {numbers[0], numbers[1]};
  }
  return index;
}

}  // namespace ncf::store::zarr
