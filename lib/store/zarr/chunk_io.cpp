// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunk_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/at_place.hpp"
#include "model/block.hpp"
#include "model/chunk_grid.hpp"
#include "model/default_fill.hpp"
#include "ncf/error.hpp"
#include "store/zarr/codec_chain.hpp"
#include "store/zarr/fill_value.hpp"
#include "store/zarr/values_block.hpp"
#include "store/zarr/vlen_strings.hpp"

namespace ncf::store::zarr {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = Element::Kind;
using filter::FilterUse;

constexpr std::uint64_t no_chunk = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t slack_bytes = 65536;

/// Maximum encoded size of a chunk; chunks of strings have no limit.
std::uint64_t max_stored_bytes(const ArrayMetadata& array) {
  if (array.element.has_any_length()) return std::uint64_t{1} << 31U;
  return 2 * std::uint64_t{array.chunk_elements()} * array.element.bytes + slack_bytes;
}

/// Whether a chunk, or shard, of size `lengths` begins within the array.
bool is_inside(const ArrayMetadata& array, std::span<const std::size_t> numbers,
               const std::vector<std::size_t>& lengths) {
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t count = array.shape[i] / lengths[i] + (array.shape[i] % lengths[i] > 0);
    if (numbers[i] >= count) return false;
  }
  return true;
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

[[noreturn]] void throw_removed(const std::string& key) {
  throw Error(ErrorCode::io, fmt::format("{} was removed", key));
}

/// The index of a shard as an array: two numbers for each chunk.
ArrayMetadata index_of(const Sharding& sharding, const ArrayMetadata& array) {
  std::size_t chunks = 1;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    chunks *= sharding.shard_shape[i] / array.chunk_shape[i];
  }
  ArrayMetadata index;
  index.format = array.format;
  index.element = {Kind::unsigned_integer, sizeof(std::uint64_t),
                   filter::byte_order_of(sharding.index_codecs).value_or(std::endian::little)};
  index.shape = index.chunk_shape = {chunks, 2};
  index.codecs = sharding.index_codecs;
  std::erase_if(index.codecs, [](const filter::Codec& codec) { return codec.name == "bytes"; });
  return index;
}

}  // namespace

ChunkIo::ChunkIo(KeyStore& store, const OpenArray& array, filter::FilterSource& filters)
    : store_(store), array_(array), filters_(filters) {}

std::string ChunkIo::key_of(Numbers numbers) const {
  return join_key(array_.path, chunk_key(array_.metadata.keys, numbers));
}

const filter::PreparedChain& ChunkIo::chain(FilterUse use) {
  auto& chain = use == FilterUse::encode ? encoding_ : decoding_;
  if (!chain) chain = prepare_codecs(array_.metadata, array_.metadata.codecs, filters_, use);
  return *chain;
}

std::optional<model::StoredPlace> ChunkIo::find(Numbers numbers) {
  const ArrayMetadata& array = array_.metadata;
  if (!is_inside(array, numbers, array.chunk_shape)) return std::nullopt;
  if (array.sharding) return find_in_shard(numbers);
  const std::string key = key_of(numbers);
  const auto bytes = store_.size_bytes(key);
  if (!bytes) {
    require_whole_store();
    return std::nullopt;
  }
  if (const std::uint64_t most = max_stored_bytes(array); *bytes > most) {
    throw Error(ErrorCode::corrupt, fmt::format("has {} bytes, expected at most {}", *bytes, most))
        .add_context(key);
  }
  return model::StoredPlace{0, *bytes};
}

bool ChunkIo::announce(Numbers numbers) {
  const ArrayMetadata& array = array_.metadata;
  if (array.sharding) return true;
  const std::size_t bytes = array.chunk_elements() * array.element.bytes;  // of strings 0
  return store_.announce(key_of(numbers), std::max(bytes, slack_bytes), max_stored_bytes(array));
}

void ChunkIo::read_found(Numbers numbers, const model::StoredPlace& place,
                         std::span<std::byte> bytes) const {
  const std::string key = key_of(array_.metadata.sharding ? Numbers(shard_of(numbers)) : numbers);
  if (!store_.read_part(key, place.begin, bytes)) throw_removed(key);
}

std::optional<Bytes> ChunkIo::read_stored(Numbers numbers) {
  const auto place = find(numbers);
  if (!place) return std::nullopt;
  Bytes bytes(place->bytes);
  read_found(numbers, *place, bytes);
  return bytes;
}

void ChunkIo::require_whole_store() {
  store_.require_in_place();
  if (array_.metadata_key.empty() || store_.size_bytes(array_.metadata_key)) return;
  throw_removed(array_.metadata_key);
}

void ChunkIo::write_stored(Numbers numbers, std::span<const std::byte> bytes) {
  store_.write(key_of(numbers), bytes);
}

void ChunkIo::place_stored(Numbers numbers, std::uint64_t bytes) {
  store_.place(key_of(numbers), bytes);
}

void ChunkIo::write_placed(Numbers numbers, std::span<const std::byte> bytes) {
  store_.write_placed(key_of(numbers), bytes);
}

// ---- Shards -------------------------------------------------------------------------------------

std::vector<std::size_t> ChunkIo::shard_of(Numbers numbers) const {
  const ArrayMetadata& array = array_.metadata;
  std::vector<std::size_t> shard(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < shard.size(); ++i) {
    shard[i] /= array.sharding->shard_shape[i] / array.chunk_shape[i];
  }
  return shard;
}

std::optional<model::StoredPlace> ChunkIo::find_in_shard(Numbers numbers) {
  const ArrayMetadata& array = array_.metadata;
  std::size_t place = 0;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t chunks = array.sharding->shard_shape[i] / array.chunk_shape[i];
    place = place * chunks + numbers[i] % chunks;
  }
  const std::string key = key_of(shard_of(numbers));
  const std::vector<std::uint64_t>& index = shard_index(key);
  if (index.empty()) return std::nullopt;
  const std::uint64_t offset = index[2 * place];
  const std::uint64_t bytes = index[2 * place + 1];
  if (offset == no_chunk && bytes == no_chunk) return std::nullopt;
  if (offset == no_chunk || bytes > max_stored_bytes(array)) {
    throw Error(ErrorCode::corrupt,
                fmt::format("{}: a chunk of {} bytes at offset {}", key, bytes, offset));
  }
  return model::StoredPlace{offset, bytes};
}

const std::vector<std::uint64_t>& ChunkIo::shard_index(const std::string& key) {
  if (shard_key_ == key) return shard_index_;
  shard_key_.clear();
  shard_index_.clear();
  const auto shard_bytes = store_.size_bytes(key);
  if (!shard_bytes) {
    require_whole_store();
  } else {
    base::at_place(key, [&] {
      const ArrayMetadata index = index_of(*array_.metadata.sharding, array_.metadata);
      const filter::PreparedChain chain =
          prepare_codecs(index, index.codecs, filters_, FilterUse::decode);
      const std::size_t index_bytes = index.chunk_elements() * index.element.bytes;
      // Its codecs add a fixed number of bytes.
      const std::size_t stored_bytes = chain.bound(index_bytes);
      if (*shard_bytes < stored_bytes) {
        throw Error(ErrorCode::corrupt, "a shard too short for its index");
      }
      const std::uint64_t offset =
          array_.metadata.sharding->index_is_first ? 0 : *shard_bytes - stored_bytes;
      Bytes stored(stored_bytes);
      if (!store_.read_part(key, offset, stored)) throw_removed(key);
      Bytes decoded(index_bytes);
      chain.decode(stored, 0, decoded, workspace_);
      if (index.element.byte_order != std::endian::native) {
        model::swap_elements(decoded, index.element.bytes);
      }
      shard_index_.resize(index.chunk_elements());
      std::memcpy(shard_index_.data(), decoded.data(), decoded.size());
    });
  }
  shard_key_ = key;
  return shard_index_;
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

model::Values ChunkIo::fill_value() const {
  const ArrayMetadata& array = array_.metadata;
  return array.fill ? *array.fill : model::default_fill_value(type_of(array.element));
}

model::Values ChunkIo::filled() const {
  const model::Values one = fill_value();
  model::Values values(one.type(), array_.metadata.chunk_elements());
  const model::Box all{{0}, {values.count()}};
  fill_part(all, one, all, values);
  return values;
}

std::optional<model::Values> ChunkIo::read(Numbers numbers) {
  const ArrayMetadata& array = array_.metadata;
  if (array.fault) throw *array.fault;
  const auto stored = read_stored(numbers);
  if (!stored) return std::nullopt;
  return base::at_place([&] { return key_of(numbers); }, [&] { return decode_values(*stored); });
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

void ChunkIo::write(Numbers numbers, const model::Values& values) {
  const ArrayMetadata& array = array_.metadata;
  const auto encoded =
      base::at_place([&] { return key_of(numbers); },
                     [&] {
                       if (array.element.has_any_length()) {
                         bytes_ = format_vlen_strings(values);
                       } else {
                         bytes_.resize(array.chunk_elements() * array.element.bytes);
                         write_elements(array.element, values, bytes_);
                       }
                       return encode(bytes_);
                     });
  write_stored(numbers, encoded);
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

std::size_t ChunkIo::count_stored() { return stored_keys().size(); }

std::vector<std::string> ChunkIo::possible_keys() const {
  const ArrayMetadata& array = array_.metadata;
  const model::ChunkGrid grid(array.shape,
                              array.sharding ? array.sharding->shard_shape : array.chunk_shape);
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) keys.push_back(key_of(grid.numbers(i)));
  return keys;
}

std::vector<std::string> ChunkIo::stored_keys() {
  std::vector<std::string> keys;
  if (auto found = store_.find_values(array_.path, [&] { return possible_keys(); })) {
    const std::size_t prefix = array_.path.empty() ? 0 : array_.path.size() + 1;
    keys = std::move(*found);
    std::erase_if(keys, [&](const std::string& key) { return !is_chunk_key(key.substr(prefix)); });
  } else {
    list_chunks(array_.path, "", keys);
  }
  return keys;
}

bool ChunkIo::is_chunk_key(const std::string& key) const {
  const ArrayMetadata& array = array_.metadata;
  const auto numbers = parse_chunk_key(array.keys, array.rank(), key);
  const auto& lengths = array.sharding ? array.sharding->shard_shape : array.chunk_shape;
  return numbers && is_inside(array, *numbers, lengths);
}

std::uint64_t ChunkIo::stored_bytes() {
  const std::vector<std::string> keys = stored_keys();
  return std::accumulate(keys.begin(), keys.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const std::string& key) {
                           return sum + store_.size_bytes(key).value_or(0);
                         });
}

void ChunkIo::list_chunks(const std::string& folder, const std::string& below,
                          std::vector<std::string>& keys) {
  const ArrayMetadata& array = array_.metadata;
  for (const Entry& entry : store_.list(folder)) {
    const std::string key = join_key(below, entry.name);
    if (entry.is_folder) {
      // Chunk keys have no more parts than this, so deeper folders contain no chunks.
      const auto depth = static_cast<std::size_t>(std::count(key.begin(), key.end(), '/'));
      if (depth < array.rank() + 1) list_chunks(join_key(folder, entry.name), key, keys);
      continue;
    }
    if (array.keys.has_prefix && array.keys.separator == '/' && array.rank() > 0 && key == "c") {
      throw Error(ErrorCode::corrupt, fmt::format("{}: is not a folder", join_key(folder, key)));
    }
    if (is_chunk_key(key)) keys.push_back(join_key(folder, entry.name));
  }
}

}  // namespace ncf::store::zarr
