// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses boxes in which the elements of a variable are read, so that they take little memory. Pure
// functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ncf::model {

/// Returns the largest contiguous shape of at most `max_bytes`, and of at least one element.
[[nodiscard]] std::vector<std::size_t> slab_shape(const std::vector<std::size_t>& extent,
                                                  std::size_t element_bytes,
                                                  std::uint64_t max_bytes);

/// Returns the same, but of adjacent whole chunks, at least one.
[[nodiscard]] std::vector<std::size_t> slab_of_chunks(const std::vector<std::size_t>& extent,
                                                      std::vector<std::size_t> chunk_shape,
                                                      std::size_t element_bytes,
                                                      std::uint64_t max_bytes);

}  // namespace ncf::model
