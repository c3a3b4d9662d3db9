// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/codecs/codec_json.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "store/zarr/chunks/codec_chain.hpp"

namespace ncf::store::zarr {
namespace {

std::size_t chunks_in_shard(const ArrayMetadata& array, std::size_t dimension) {
  return array.sharding->shard_shape[dimension] / array.chunk_shape[dimension];
}

/// Returns a grid in which each element is a chunk of a shard.
model::ChunkGrid grid_in_shard(const ArrayMetadata& array) {
  std::vector<std::size_t> chunks;
  for (std::size_t i = 0; i < array.rank(); ++i) chunks.push_back(chunks_in_shard(array, i));
  return {chunks, std::vector<std::size_t>(chunks.size(), 1)};
}

/// Returns how many chunks of a shard lie within the array; a shard at its edge may extend beyond
/// it.
std::size_t chunks_within(const ArrayMetadata& array, const std::vector<std::size_t>& shard) {
  std::size_t chunks = 1;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t all = model::chunks_along(array.shape[i], array.chunk_shape[i]);
    const std::size_t before = shard[i] * chunks_in_shard(array, i);
    chunks *= std::min(chunks_in_shard(array, i), all - std::min(all, before));
  }
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
  index.shape = index.chunk_shape = {grid_in_shard(array).chunk_count(), 2};
  index.codecs = array.sharding->index_codecs;
  std::erase_if(index.codecs, [](const filter::Codec& codec) { return codec.name == "bytes"; });
  return prepare_codecs(index, filters, filter::FilterUse::decode);
}

}  // namespace

std::vector<std::size_t> shard_of(const ArrayMetadata& array, ChunkCoordinates chunk) {
  std::vector<std::size_t> shard(chunk.begin(), chunk.end());
  for (std::size_t i = 0; i < shard.size(); ++i) shard[i] /= chunks_in_shard(array, i);
  return shard;
}

std::size_t number_in_shard(const ArrayMetadata& array, ChunkCoordinates chunk) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t chunks = chunks_in_shard(array, i);
    number = number * chunks + chunk[i] % chunks;
  }
  return number;
}

ShardIndexCodec::ShardIndexCodec(const ArrayMetadata& array, filter::FilterSource& filters)
    : chunks_(grid_in_shard(array).chunk_count()),
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

std::optional<model::StoredPlace> ShardIndexes::find(ChunkCoordinates chunk,
                                                     std::uint64_t max_bytes) {
  const std::vector<std::size_t> shard = shard_of(array_.metadata, chunk);
  const ShardIndex* const index = get(shard);
  if (index == nullptr) return std::nullopt;
  const ShardEntry& entry = (*index)[number_in_shard(array_.metadata, chunk)];
  if (entry.is_missing()) return std::nullopt;
  if (entry.offset == ShardEntry::no_chunk || entry.bytes > max_bytes) {
    throw Error(
        ErrorCode::corrupt,
        fmt::format(
            "{}: the index of the shard is damaged; it places a chunk of {} bytes at offset {}",
            key_of(array_, shard), entry.bytes, entry.offset));
  }
  return model::StoredPlace{entry.offset, entry.bytes};
}

bool ShardIndexes::announce(const std::vector<std::size_t>& shard) {
  if (store_.ahead_bytes() == 0 || indexes_.contains(shard)) return true;
  const std::string key = key_of(array_, shard);
  const std::uint64_t bytes = store_.size_bytes(key).value_or(0);
  const auto place = base::with_context(key, [&] { return place_in_shard(bytes); });
  return store_.announce_part(key, place.begin, place.bytes);
}

void ShardIndexes::visit_chunks(const std::vector<std::size_t>& shard, const ChunkVisitor& visit) {
  const ArrayMetadata& array = array_.metadata;
  const ShardIndex* const index = get(shard);
  if (index == nullptr) return;
  const model::ChunkGrid chunks = grid_in_shard(array);
  for (std::size_t i = 0; i < chunks.chunk_count(); ++i) {
    if ((*index)[i].is_missing()) continue;
    std::vector<std::size_t> chunk = chunks.numbers(i);
    for (std::size_t d = 0; d < chunk.size(); ++d) chunk[d] += shard[d] * chunks.extent()[d];
    if (is_inside(array, chunk, array.chunk_shape)) visit(chunk);
  }
}

const ShardIndex* ShardIndexes::get(const std::vector<std::size_t>& shard) {
  constexpr std::size_t max_chunks = std::size_t{1} << 20U;  // 16 MB
  auto found = indexes_.find(shard);
  if (found == indexes_.end()) {
    const std::string key = key_of(array_, shard);
    const auto bytes = store_.size_bytes(key);
    if (!bytes) require_whole_store(store_, array_);
    std::optional<ShardIndex> index;
    if (bytes) index = base::with_context(key, [&] { return read(key, *bytes); });
    const std::size_t chunks = index ? index->size() : 1;
    if (indexed_chunks_ + chunks > max_chunks) {
      indexes_.clear();
      indexed_chunks_ = 0;
    }
    indexed_chunks_ += chunks;
    found = indexes_.emplace(shard, std::move(index)).first;
  }
  return found->second ? &*found->second : nullptr;
}

ShardIndex ShardIndexes::read(const std::string& key, std::uint64_t shard_bytes) {
  const model::StoredPlace place = place_in_shard(shard_bytes);
  std::vector<std::byte> stored(place.bytes);
  if (!store_.read_part(key, place.begin, stored)) throw_removed(key);
  return codec_->decode(stored);
}

model::StoredPlace ShardIndexes::place_in_shard(std::uint64_t shard_bytes) {
  const ArrayMetadata& array = array_.metadata;
  if (!codec_) codec_.emplace(array, filters_);
  const std::size_t bytes = codec_->stored_bytes();
  if (shard_bytes < bytes) throw Error(ErrorCode::corrupt, "the shard is shorter than its index");
  return {array.sharding->index_is_first ? 0 : shard_bytes - bytes, bytes};
}

model::StoredPlace ShardWriter::place(ChunkCoordinates chunk, std::uint64_t bytes,
                                      MoreChunks more) {
  std::vector<std::size_t> coordinates = shard_of(array_.metadata, chunk);
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = shards_.try_emplace(coordinates, index_codec_.chunk_count());
  if (is_new && store_.size_bytes(key_of(array_, coordinates))) {
    throw Error(ErrorCode::internal, "a chunk comes after its shard was written")
        .add_context(key_of(array_, coordinates));
  }
  Shard& shard = found->second;
  ShardEntry& entry = shard.index[number_in_shard(array_.metadata, chunk)];
  if (entry.is_missing()) ++shard.placed;
  entry = {shard.end, bytes};
  shard.end += bytes;
  ++shard.unwritten;
  if (more == MoreChunks::none && shard.placed == chunks_within(array_.metadata, coordinates)) {
    shard.is_complete = true;
    store_.place(key_of(array_, coordinates), shard.end + index_codec_.stored_bytes());
  }
  return {entry.offset, bytes};
}

void ShardWriter::write(ChunkCoordinates chunk, std::uint64_t begin,
                        std::span<const std::span<const std::byte>> chunks) {
  store_.write_part(key_of(array_, shard_of(array_.metadata, chunk)), begin, chunks);
  note_written(chunk, chunks.size());
}

// The thread that writes the last chunk of a complete shard also writes its index.
void ShardWriter::note_written(ChunkCoordinates chunk, std::size_t count) {
  const std::vector<std::size_t> coordinates = shard_of(array_.metadata, chunk);
  Shards::node_type whole;
  {
    const std::lock_guard lock(mutex_);
    const auto found = shards_.find(coordinates);
    found->second.unwritten -= count;
    if (!found->second.is_complete || found->second.unwritten > 0) return;
    whole = shards_.extract(found);
  }
  write_index(key_of(array_, coordinates), whole.mapped(), {});
}

/// order: as of KeyStore, of the chunks.
void ShardWriter::write_index(const std::string& key, const Shard& shard,
                              std::vector<ValueRange> order) {
  const std::vector<std::byte> index = index_codec_.encode(shard.index);
  const std::span<const std::byte> pieces[] = {index};
  store_.write_part(key, shard.end, pieces);
  if (!order.empty()) order.push_back({shard.end, index.size()});
  store_.finish_parts(key, order);
}

/// Gives the chunks of a shard places in C order, without those that were replaced. Returns their
/// earlier places in this order; nothing if these are the same.
std::vector<ValueRange> ShardWriter::put_in_order(Shard& shard) {
  std::vector<ValueRange> order;
  bool is_in_order = true;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < shard.index.size(); ++i) {
    ShardEntry& entry = shard.index[i];
    if (entry.is_missing()) continue;
    is_in_order = is_in_order && entry.offset == end;
    order.push_back({entry.offset, entry.bytes});
    entry.offset = end;
    end += entry.bytes;
  }
  if (is_in_order && end == shard.end) order.clear();
  return order;
}

std::optional<model::StoredPlace> ShardWriter::find(ChunkCoordinates chunk) const {
  const std::lock_guard lock(mutex_);
  const auto found = shards_.find(shard_of(array_.metadata, chunk));
  if (found == shards_.end()) return std::nullopt;
  const ShardEntry& entry = found->second.index[number_in_shard(array_.metadata, chunk)];
  if (entry.is_missing()) return std::nullopt;
  return model::StoredPlace{entry.offset, entry.bytes};
}

void ShardWriter::finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [coordinates, shard] : shards_) {
    const std::string key = key_of(array_, coordinates);
    std::vector<ValueRange> order = put_in_order(shard);
    std::uint64_t bytes = order.empty() ? shard.end : 0;
    for (const ValueRange& chunk : order) bytes += chunk.bytes;
    store_.place(key, bytes + index_codec_.stored_bytes());
    write_index(key, shard, std::move(order));
  }
  shards_.clear();
}

}  // namespace ncf::store::zarr
