// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/selection.hpp"

#include "store/netcdf4/chunk_cache.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::Handle;
using model::Box;

namespace {

std::vector<hsize_t> to_lengths(const std::vector<std::size_t>& lengths) {
  return {lengths.begin(), lengths.end()};
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

}  // namespace ncf::store::netcdf4
