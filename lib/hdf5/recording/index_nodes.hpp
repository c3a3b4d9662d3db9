// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The children of a node of an index, which libhdf5 reads one after the other. A file on a server
// is asked for all of them at once. Pure functions; a wrong answer, for example in a file with a
// user block, costs time and nothing else. source: HDF5 file format specification 3.0, III.A.1,
// "Version 1 B-trees"
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/dataset/file_layout.hpp"

namespace ncf::hdf5 {

/// Returns the addresses of the children of a node, each as long as the node itself; empty if it
/// has none, or is something else. Addresses are of 8 bytes, and a node has room for as many
/// children as libhdf5 makes by default.
[[nodiscard]] std::vector<std::uint64_t> child_nodes(std::span<const std::byte> node);

/// Returns the ranges in which to request nodes of one size: those that touch, or have less than a
/// node between them, are in one.
[[nodiscard]] std::vector<model::FileRange> join_nodes(std::vector<std::uint64_t> addresses,
                                                       std::uint64_t node_bytes);

}  // namespace ncf::hdf5
