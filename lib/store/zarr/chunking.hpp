// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Default chunks: every Zarr array has chunks. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

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

}  // namespace ncf::store::zarr
