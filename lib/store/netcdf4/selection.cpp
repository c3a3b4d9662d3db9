// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/selection.hpp"

#include <algorithm>
#include <array>

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::Box;

std::vector<hsize_t> to_lengths(const std::vector<std::size_t>& lengths) {
  return {lengths.begin(), lengths.end()};
}

constexpr std::size_t max_cache_bytes = std::size_t{256} << 20;

std::size_t divide_up(std::size_t a, std::size_t b) noexcept { return a / b + (a % b != 0); }

/// Returns whether boxes of length `count` begin and end at chunk borders.
bool holds_whole_chunks(std::size_t length, std::size_t chunk, std::size_t count) noexcept {
  return count % chunk == 0 || count >= length;
}

// Chunks in the same slot evict each other, so there are many more slots than chunks, and their
// number is prime.
std::size_t slots_for(std::size_t chunks) noexcept {
  constexpr std::array<std::size_t, 5> primes{521, 4133, 32771, 262147, 1048583};
  for (const std::size_t prime : primes) {
    if (prime / 100 >= chunks) return prime;
  }
  return primes.back();
}

}  // namespace

Handle select(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& origin,
              const Box& part) {
  if (shape.empty()) return {call(H5Screate, H5S_SCALAR), &H5Sclose};
  const std::vector<hsize_t> lengths = to_lengths(shape);
  const auto rank = static_cast<int>(lengths.size());
  Handle space(call(H5Screate_simple, rank, lengths.data(), static_cast<const hsize_t*>(nullptr)),
               &H5Sclose);
  if (part.count == shape) return space;
  std::vector<hsize_t> start = to_lengths(part.start);
  for (std::size_t i = 0; i < origin.size(); ++i) start[i] -= origin[i];
  const std::vector<hsize_t> count = to_lengths(part.count);
  call(H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, static_cast<const hsize_t*>(start.data()),
       static_cast<const hsize_t*>(nullptr), count.data(), static_cast<const hsize_t*>(nullptr));
  return space;
}

void read_box(hid_t dataset, hid_t type, const std::vector<std::size_t>& extent, const Box& part,
              const Box& box, void* to) {
  const Handle in_file = select(extent, {}, part);
  const Handle in_memory = select(box.count, box.start, part);
  call(H5Dread, dataset, type, in_memory.id(), in_file.id(), H5P_DEFAULT, to);
}

std::vector<std::size_t> piece_shape(const std::vector<std::size_t>& shape, std::size_t bytes,
                                     std::size_t most_bytes) {
  std::vector<std::size_t> piece(shape.size(), 1);
  std::size_t left = std::max<std::size_t>(1, most_bytes / bytes);
  for (std::size_t i = shape.size(); i-- > 0 && left > 0 && shape[i] > 0; left /= shape[i]) {
    piece[i] = std::min(shape[i], left);
  }
  return piece;
}

// Chunks that were read completely are evicted first.
Handle access_for(const model::Schema& schema, model::VariableId id, const Box& box,
                  const Tuning& tuning) {
  constexpr double whole_chunks_first = 1;
  Handle access(call(H5Pcreate, H5P_DATASET_ACCESS), &H5Pclose);
  const model::Variable& variable = schema.variables[id];
  if (variable.storage.layout != model::Layout::chunked) return access;
  const ChunkCache cache = chunk_cache_for(schema.shape(variable), variable.storage.chunk_shape,
                                           variable.type->size_bytes, box);
  call(H5Pset_chunk_cache, access.id(), std::size_t{tuning.cache_slots.value_or(cache.slots)},
       std::size_t{tuning.cache_bytes.value_or(cache.size_bytes)}, whole_chunks_first);
  return access;
}

ChunkCache chunk_cache_for(const std::vector<std::size_t>& shape,
                           const std::vector<std::size_t>& chunk_shape, std::size_t value_bytes,
                           const model::Box& box) {
  std::size_t chunk_bytes = value_bytes;
  for (const std::size_t length : chunk_shape) chunk_bytes *= length;

  // Along the slowest dimension in which boxes cut chunks, a cut chunk is needed again after a walk
  // over all faster dimensions. All chunks passed until then must stay in the cache.
  bool cut = false;
  std::size_t chunks = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t length = std::max(shape[i], box.start[i] + box.count[i]);
    const std::size_t chunks_along = divide_up(length, chunk_shape[i]);
    const std::size_t chunks_of_box = divide_up(box.count[i], chunk_shape[i]);
    if (cut) {
      chunks *= chunks_along;
    } else if (holds_whole_chunks(length, chunk_shape[i], box.count[i])) {
      chunks *= chunks_of_box;
    } else {
      cut = true;
      chunks *= std::min(chunks_of_box + 1, chunks_along);
    }
    // Already far beyond the limit; more factors could overflow
    if (chunks > max_cache_bytes) break;
  }
  if (!cut) return {};
  chunks = std::min(chunks, std::max<std::size_t>(max_cache_bytes / chunk_bytes, 1));
  return {chunks * chunk_bytes, slots_for(chunks)};
}

}  // namespace ncf::store::netcdf4
