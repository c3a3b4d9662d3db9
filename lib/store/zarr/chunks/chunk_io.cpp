// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/chunk_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "base/errors/error_context.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "store/zarr/chunks/codec_chain.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = Element::Kind;
using filter::FilterUse;

constexpr std::size_t slack_bytes = 65536;

/// Maximum encoded size of a chunk; chunks of strings have no limit.
std::uint64_t max_stored_bytes(const ArrayMetadata& array) {
  if (array.element.has_any_length()) return std::uint64_t{1} << 31U;
  return 2 * std::uint64_t{array.chunk_elements()} * array.element.bytes + slack_bytes;
}

/// A dimension of a chunk, visited in C order.
struct Axis {
  std::size_t length = 0;
  std::size_t stride = 0;  ///< in stored order, in elements
  std::size_t at = 0;
};

std::vector<Axis> axes_of(const ArrayMetadata& array) {
  std::vector<Axis> axes(array.rank());
  std::size_t stride = 1;
  for (std::size_t i = array.rank(); i-- > 0;) {
    const std::size_t dimension = array.stored_order[i];
    axes[dimension] = {array.chunk_shape[dimension], stride};
    stride *= array.chunk_shape[dimension];
  }
  return axes;
}

/// Calls `visit` with the positions of each element of a chunk in C order and in stored order.
template <class Visit>
void visit_stored_order(const ArrayMetadata& array, Visit visit) {
  std::vector<Axis> axes = axes_of(array);
  std::size_t stored = 0;
  const std::size_t count = array.chunk_elements();
  for (std::size_t i = 0; i < count; ++i) {
    visit(i, stored);
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      stored += axis->stride;
      if (++axis->at < axis->length) break;
      stored -= axis->stride * axis->length;
      axis->at = 0;
    }
  }
}

/// Converts elements in stored order to C order.
Bytes to_c_order(const ArrayMetadata& array, std::span<const std::byte> stored) {
  const std::size_t size = array.element.bytes;
  Bytes ordered(stored.size());
  visit_stored_order(array, [&](std::size_t place, std::size_t from) {
    std::memcpy(ordered.data() + place * size, stored.data() + from * size, size);
  });
  return ordered;
}

}  // namespace

ChunkIo::ChunkIo(KeyStore& store, const OpenArray& array, filter::FilterSource& filters)
    : store_(store), array_(array), filters_(filters) {}

std::string ChunkIo::key_of(ChunkCoordinates chunk) const { return zarr::key_of(array_, chunk); }

const filter::PreparedChain& ChunkIo::chain(FilterUse use) {
  auto& chain = use == FilterUse::encode ? encoding_ : decoding_;
  if (!chain) chain = prepare_codecs(array_.metadata, filters_, use);
  return *chain;
}

std::optional<model::StoredPlace> ChunkIo::find(ChunkCoordinates chunk) {
  const ArrayMetadata& array = array_.metadata;
  if (!is_inside(array, chunk, array.chunk_shape)) return std::nullopt;
  const auto place = find_place(chunk);
  if (!place) {
    require_right_names();
    if (indexes_) store_.require_intact(stored_key_of(chunk));  // the index may be damaged
  }
  return place;
}

std::optional<model::StoredPlace> ChunkIo::find_place(ChunkCoordinates chunk) {
  const ArrayMetadata& array = array_.metadata;
  if (array.sharding) {
    return shards_ ? shards_->find(chunk) : indexes().find(chunk, max_stored_bytes(array));
  }
  const std::string key = key_of(chunk);
  const auto bytes = store_.size_bytes(key);
  if (!bytes) {
    require_whole_store(store_, array_);
    return std::nullopt;
  }
  if (const std::uint64_t most = max_stored_bytes(array); *bytes > most) {
    throw Error(ErrorCode::corrupt, fmt::format("has {} bytes, expected at most {}", *bytes, most))
        .add_context(key);
  }
  return model::StoredPlace{0, *bytes};
}

void ChunkIo::require_right_names() {
  if (names_are_right_ || !store_.may_misname()) return;
  (void)list_stored(store_, array_);
  names_are_right_ = true;
}

bool ChunkIo::announce(ChunkCoordinates chunk) {
  const ArrayMetadata& array = array_.metadata;
  if (array.sharding) {
    const auto place = find(chunk);
    return !place || store_.announce_part(stored_key_of(chunk), place->begin, place->bytes);
  }
  const std::size_t bytes = array.chunk_elements() * array.element.bytes;  // 0 for strings
  return store_.announce(key_of(chunk), std::max(bytes, slack_bytes), max_stored_bytes(array));
}

std::string ChunkIo::stored_key_of(ChunkCoordinates chunk) const {
  const ArrayMetadata& array = array_.metadata;
  return key_of(array.sharding ? ChunkCoordinates(shard_of(array, chunk)) : chunk);
}

void ChunkIo::read_found(ChunkCoordinates chunk, const model::StoredPlace& place,
                         std::span<std::byte> bytes) const {
  const std::string key = stored_key_of(chunk);
  const auto read = [&] {
    if (!store_.read_part(key, place.begin, bytes)) throw_removed(key);
  };
  if (!array_.metadata.sharding) return read();
  store_.require_intact(key);
  base::with_final_name(key, describe(chunk), read);
}

/// Returns the key of a chunk, or of its shard with its number in the index.
std::string ChunkIo::describe(ChunkCoordinates chunk) const {
  const ArrayMetadata& array = array_.metadata;
  if (!array.sharding) return key_of(chunk);
  return fmt::format("{}, chunk {} of it", key_of(shard_of(array, chunk)),
                     number_in_shard(array, chunk));
}

std::optional<Bytes> ChunkIo::read_stored(ChunkCoordinates chunk) {
  const auto place = find(chunk);
  if (!place) return std::nullopt;
  Bytes bytes(place->bytes);
  read_found(chunk, *place, bytes);
  return bytes;
}

// The array may still grow, so all its shards stay open.
void ChunkIo::write_stored(ChunkCoordinates chunk, std::span<const std::byte> bytes) {
  if (!array_.metadata.sharding) return store_.write(key_of(chunk), bytes);
  const auto place = shards().place(chunk, bytes.size(), ShardWriter::MoreChunks::possible);
  shards().write(chunk, place.begin, {&bytes, 1});
}

model::StoredPlace ChunkIo::place_stored(ChunkCoordinates chunk, std::uint64_t bytes) {
  if (array_.metadata.sharding) {
    return shards().place(chunk, bytes, more_chunks_);
  }
  store_.place(key_of(chunk), bytes);
  return {0, bytes};
}

bool ChunkIo::follows(ChunkCoordinates chunk, const model::StoredPlace& place,
                      ChunkCoordinates next, const model::StoredPlace& next_place) const {
  const ArrayMetadata& array = array_.metadata;
  return array.sharding && place.begin + place.bytes == next_place.begin &&
         shard_of(array, chunk) == shard_of(array, next);
}

void ChunkIo::write_placed(ChunkCoordinates chunk, const model::StoredPlace& place,
                           std::span<const std::span<const std::byte>> chunks) {
  if (shards_) return shards_->write(chunk, place.begin, chunks);
  store_.write_placed(key_of(chunk), chunks.front());
}

void ChunkIo::note_written(ChunkCoordinates chunk) {
  if (shards_) shards_->note_written(chunk, 1);
}

// ---- Shards -------------------------------------------------------------------------------------

ShardWriter& ChunkIo::shards() {
  if (!shards_) shards_.emplace(store_, array_, filters_);
  return *shards_;
}

void ChunkIo::finish_shards() {
  if (shards_) shards_->finish();
}

ShardIndexes& ChunkIo::indexes() {
  if (!indexes_) indexes_.emplace(store_, array_, filters_);
  return *indexes_;
}

// ---- Values -------------------------------------------------------------------------------------

void ChunkIo::decode(std::span<const std::byte> stored, std::uint32_t mask,
                     std::span<std::byte> decoded) {
  chain(FilterUse::decode).decode(stored, mask, decoded, workspace_);
}

std::span<const std::byte> ChunkIo::encode(std::span<const std::byte> decoded) {
  const filter::PreparedChain& filters = chain(FilterUse::encode);
  if (!strategies_) {
    const auto& shape = array_.metadata.shape;
    const auto bytes =
        std::accumulate(shape.begin(), shape.end(), std::uint64_t{array_.metadata.element.bytes},
                        std::multiplies<>());
    strategies_ = filters.choose_strategies(decoded, bytes, workspace_);
  }
  return filters.encode(decoded, workspace_, *strategies_).bytes;
}

std::optional<model::Values> ChunkIo::read(ChunkCoordinates chunk) {
  const ArrayMetadata& array = array_.metadata;
  if (array.fault) throw *array.fault;
  if (!array.chunk_ends.empty()) return read_uneven(chunk);
  const auto stored = read_stored(chunk);
  if (!stored) return std::nullopt;
  return base::with_context([&] { return describe(chunk); },
                            [&] { return decode_values(*stored); });
}

// Such a chunk is also that of a regular array, in which all have its shape.
std::optional<model::Values> ChunkIo::read_uneven(ChunkCoordinates chunk) {
  OpenArray regular = array_;
  ArrayMetadata& metadata = regular.metadata;
  metadata.chunk_shape = uneven_chunk(metadata, chunk).count;
  for (std::size_t d = 0; d < chunk.size(); ++d) {
    metadata.shape[d] = (chunk[d] + 1) * metadata.chunk_shape[d];
  }
  metadata.chunk_ends.clear();
  check_shuffle(metadata);
  return ChunkIo(store_, regular, filters_).read(chunk);
}

model::Values ChunkIo::decode_values(std::span<const std::byte> stored) {
  const ArrayMetadata& array = array_.metadata;
  if (array.element.has_any_length()) return read_strings(stored);
  bytes_.resize(array.chunk_elements() * array.element.bytes);
  decode(stored, 0, bytes_);
  model::Values values(type_of(array.element), array.chunk_elements());
  if (array.stored_order.empty()) {
    read_elements(array.element, bytes_, values);
  } else {
    read_elements(array.element, to_c_order(array, bytes_), values);
  }
  return values;
}

void ChunkIo::write(ChunkCoordinates chunk, const model::Values& values) {
  const ArrayMetadata& array = array_.metadata;
  const auto encoded =
      base::with_context([&] { return describe(chunk); },
                         [&] {
                           if (array.element.has_any_length()) {
                             bytes_ = format_vlen_strings(values);
                           } else {
                             bytes_.resize(array.chunk_elements() * array.element.bytes);
                             write_elements(array.element, values, bytes_);
                           }
                           return encode(bytes_);
                         });
  write_stored(chunk, encoded);
}

model::Values ChunkIo::read_strings(std::span<const std::byte> stored) {
  const ArrayMetadata& array = array_.metadata;
  base::ByteBuffer decoded;
  const std::size_t bytes =
      chain(FilterUse::decode).decode(stored, decoded, max_stored_bytes(array), workspace_);
  model::Values values = parse_vlen_strings(decoded.bytes().first(bytes), array.chunk_elements());
  if (array.stored_order.empty()) return values;
  model::Values ordered(values.type(), values.count());
  visit_stored_order(array, [&](std::size_t place, std::size_t from) {
    set_string(ordered, place, get_string(values, from));
  });
  return ordered;
}

std::size_t ChunkIo::memory_bytes() const noexcept {
  const ArrayMetadata& array = array_.metadata;
  return array.chunk_elements() * type_of(array.element)->size_bytes;
}

// ---- Stored chunks ------------------------------------------------------------------------------

std::optional<std::vector<std::vector<std::size_t>>> ChunkIo::list() {
  const ArrayMetadata& array = array_.metadata;
  if (array_.is_scalar_of_one || !array.chunk_ends.empty()) return std::nullopt;
  std::vector<std::vector<std::size_t>> stored = list_stored(store_, array_);
  const model::ChunkGrid grid(array.shape,
                              array.sharding ? array.sharding->shard_shape : array.chunk_shape);
  if (stored.size() > grid.chunk_count() / 2) return std::nullopt;
  if (array.sharding) {
    const auto shards = std::exchange(stored, {});
    visit_chunks_in(shards, [&](const auto& chunk) { stored.push_back(chunk); });
  }
  for (std::vector<std::size_t>& chunk : stored) {
    for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] *= array.chunk_shape[i];
  }
  return stored;
}

std::size_t ChunkIo::count_stored() {
  const std::vector<std::vector<std::size_t>> stored = list_stored(store_, array_);
  if (!array_.metadata.sharding) return stored.size();
  std::size_t count = 0;
  visit_chunks_in(stored, [&](const auto& /*chunk*/) { ++count; });
  return count;
}

void ChunkIo::visit_chunks_in(const std::vector<std::vector<std::size_t>>& shards,
                              const ShardIndexes::ChunkVisitor& visit) {
  auto next = shards.begin();
  for (const auto& shard : shards) {
    while (next != shards.end() && indexes().announce(*next)) ++next;
    indexes().visit_chunks(shard, visit);
  }
}

std::uint64_t ChunkIo::stored_bytes() {
  const std::vector<std::vector<std::size_t>> stored = list_stored(store_, array_);
  return std::accumulate(stored.begin(), stored.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const auto& chunk) {
                           return sum + store_.size_bytes(key_of(chunk)).value_or(0);
                         });
}

}  // namespace ncf::store::zarr
