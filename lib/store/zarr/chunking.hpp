// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks where nobody said how long they are to be: every array of Zarr has some. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

namespace ncf::store::zarr {

struct Extent {
  std::size_t length = 0;
  bool is_unlimited = false;
};

/// Chunks of some megabytes at most that cover an array of such dimensions: along an unlimited one
/// of length 1 where there are others, whole along the fastest varying ones. asked: a length a
/// dimension, 0 for those to be chosen; or none.
std::vector<std::size_t> choose_chunks(const std::vector<Extent>& extents,
                                       std::vector<std::size_t> asked, std::size_t element_bytes);

}  // namespace ncf::store::zarr
