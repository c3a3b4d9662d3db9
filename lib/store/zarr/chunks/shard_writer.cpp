// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/shard_writer.hpp"

#include <utility>

#include "ncf/error.hpp"

namespace ncf::store::zarr {

ShardWriter::ShardWriter(KeyStore& store, const ArrayMetadata& array, filter::FilterSource& filters,
                         std::function<std::string(ChunkCoordinates)> key_of)
    : store_(store), array_(array), key_of_(std::move(key_of)), index_codec_(array, filters) {}

model::StoredPlace ShardWriter::place(ChunkCoordinates chunk, std::uint64_t bytes, Extent extent) {
  std::vector<std::size_t> coordinates = shard_of(array_, chunk);
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = shards_.try_emplace(coordinates, index_codec_.chunk_count());
  if (is_new && store_.size_bytes(key_of_(coordinates))) {
    throw Error(ErrorCode::internal, "a chunk comes after its shard was written")
        .add_context(key_of_(coordinates));
  }
  Shard& shard = found->second;
  ShardIndex::Entry& entry = shard.index[number_in_shard(array_, chunk)];
  if (entry.is_missing()) ++shard.placed;
  entry = {shard.end, bytes};
  shard.end += bytes;
  ++shard.unwritten;
  if (extent == Extent::is_final && shard.placed == chunks_within(array_, coordinates)) {
    shard.is_complete = true;
    store_.place(key_of_(coordinates), shard.end + index_codec_.stored_bytes());
  }
  return {entry.offset, bytes};
}

void ShardWriter::write(ChunkCoordinates chunk, std::uint64_t begin,
                        std::span<const std::span<const std::byte>> chunks) {
  store_.write_part(key_of_(shard_of(array_, chunk)), begin, chunks);
  note_written(chunk, chunks.size());
}

// The thread that writes the last chunk of a complete shard also writes its index.
void ShardWriter::note_written(ChunkCoordinates chunk, std::size_t count) {
  const std::vector<std::size_t> coordinates = shard_of(array_, chunk);
  Shards::node_type whole;
  {
    const std::lock_guard lock(mutex_);
    const auto found = shards_.find(coordinates);
    found->second.unwritten -= count;
    if (!found->second.is_complete || found->second.unwritten > 0) return;
    whole = shards_.extract(found);
  }
  write_index(key_of_(coordinates), whole.mapped(), {});
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
  for (std::size_t i = 0; i < shard.index.chunk_count(); ++i) {
    ShardIndex::Entry& entry = shard.index[i];
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
  const auto found = shards_.find(shard_of(array_, chunk));
  if (found == shards_.end()) return std::nullopt;
  const ShardIndex::Entry& entry = found->second.index[number_in_shard(array_, chunk)];
  if (entry.is_missing()) return std::nullopt;
  return model::StoredPlace{entry.offset, entry.bytes};
}

void ShardWriter::finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [coordinates, shard] : shards_) {
    const std::string key = key_of_(coordinates);
    std::vector<ValueRange> order = put_in_order(shard);
    std::uint64_t bytes = order.empty() ? shard.end : 0;
    for (const ValueRange& chunk : order) bytes += chunk.bytes;
    store_.place(key, bytes + index_codec_.stored_bytes());
    write_index(key, shard, std::move(order));
  }
  shards_.clear();
}

}  // namespace ncf::store::zarr
