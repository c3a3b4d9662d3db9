// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Default chunks, because every Zarr array has chunks, and shards. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include "model/schema.hpp"

namespace ncf::store::zarr {

struct Extent {
  std::size_t length = 0;
  bool is_unlimited = false;
};

/// Chooses chunks of at most some megabytes: length 1 along an unlimited dimension if there are
/// others, whole along the fastest varying ones. asked: a length for each dimension, 0 to choose
/// it; or empty.
std::vector<std::size_t> choose_chunks(const std::vector<Extent>& extents,
                                       std::vector<std::size_t> asked, std::size_t element_bytes);

/// Chooses shards of whole chunks. asked: their shape or size; a shape is rounded up to whole
/// chunks, and cut off at the end of fixed dimensions. Of a given size, they grow from the last
/// dimension, so that few are in work at a time. Empty if a shard would hold a single chunk.
std::vector<std::size_t> choose_shards(const std::vector<Extent>& extents,
                                       const std::vector<std::size_t>& chunk_shape,
                                       const model::Storage& asked, std::size_t element_bytes);

}  // namespace ncf::store::zarr
