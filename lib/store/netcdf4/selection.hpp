// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes of a variable as libhdf5 selections, and the chunk cache for a walk over a variable in
// boxes. I/O thread only.
#pragma once

#include <cstddef>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "store/common/tuning.hpp"

namespace ncf::store::netcdf4 {

/// Selects `part` in a space of `shape` whose first element is at `origin` (empty: all zeros).
/// throws: Error.
hdf5::Handle select(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& origin,
                    const model::Box& part);

/// Reads `part` of a dataset of shape `extent` into memory for the values of `box`, which contains
/// it. type: of the values in memory. throws: Error.
void read_box(hid_t dataset, hid_t type, const std::vector<std::size_t>& extent,
              const model::Box& part, const model::Box& box, void* to);

/// Returns the shape of pieces in which to read a box of this shape in C order. bytes: of one
/// element. most_bytes: of a piece with more than one element.
std::vector<std::size_t> piece_shape(const std::vector<std::size_t>& shape, std::size_t bytes,
                                     std::size_t most_bytes);

/// Makes access properties with a chunk cache for a walk over a variable in boxes like `box`.
/// throws: Error.
hdf5::Handle access_for(const model::Schema& schema, model::VariableId id, const model::Box& box,
                        const Tuning& tuning);

/// The size of HDF5's chunk cache for a walk over a variable. A pure function.
/// source: HDF5 reference manual, H5Pset_chunk_cache
struct ChunkCache {
  std::size_t size_bytes = 0;
  std::size_t slots = 0;

  friend bool operator==(const ChunkCache&, const ChunkCache&) = default;
};

/// Returns the cache with which no chunk is decoded twice, limited to 256 MiB. The walk covers the
/// variable, of `shape`, in boxes like `box`, in C order. Empty if boxes consist of whole chunks:
/// then each chunk is needed once.
ChunkCache chunk_cache_for(const std::vector<std::size_t>& shape,
                           const std::vector<std::size_t>& chunk_shape, std::size_t value_bytes,
                           const model::Box& box);

}  // namespace ncf::store::netcdf4
