// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How large the index of a dataset's chunks becomes in an HDF5 file, before there is one. Pure; any
// thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::store {

/// Returns the bytes of the B-tree of version 1 in which libhdf5 keeps this many chunks: exactly if
/// they are added in the order of their positions, otherwise the most that any order leads to.
/// rank: of the dataset.
/// source: HDF5 file format specification 3.0, III.A.1, "Version 1 B-trees"
[[nodiscard]] std::uint64_t tree_bytes(std::size_t rank, std::uint64_t chunks, bool in_order);

}  // namespace ncf::store
