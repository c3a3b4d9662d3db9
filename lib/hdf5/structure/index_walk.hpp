// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What walks over the kinds of indexes share, and the walks themselves. I/O thread only.
// source: HDF5 file format specification 3.0, III.A, "B-trees", and VII, "Appendix C: Types of
// Indexes for Dataset Chunks"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hdf5/structure/chunk_index.hpp"
#include "hdf5/structure/index_file.hpp"

namespace ncf::hdf5 {

/// The chunks of a dataset.
struct ChunkedShape {
  std::vector<std::size_t> most;   ///< the largest possible extent, for which arrays have room
  std::vector<std::size_t> chunk;  ///< the lengths of a chunk
  std::uint64_t chunk_bytes = 0;   ///< of an unfiltered chunk
};

class IndexWalk {
 public:
  /// All arguments must outlive this object.
  IndexWalk(IndexFile& index_file, const ChunkedShape& its_shape, const ChunkVisitor& visit)
      : file(index_file), shape(its_shape), visit_(visit), offset_(its_shape.chunk.size()) {}

  /// Visits a chunk. coordinates: counted in chunks. place: without a user block.
  /// throws: Error(corrupt) for a position that no dataset has; Error(interrupted).
  void visit(std::span<const std::uint64_t> coordinates, model::FileRange place);

  IndexFile& file;
  const ChunkedShape& shape;

 private:
  const ChunkVisitor& visit_;
  std::vector<std::size_t> offset_;
};

/// What an array, or a B-tree of version 2, keeps of each chunk: its address and, if the dataset
/// has filters, its size and their mask.
class ChunkEntry {
 public:
  enum class Kind { plain, filtered };

  /// bytes: of an entry. throws: Error(corrupt) if entries of that kind have other sizes.
  ChunkEntry(Kind kind, std::uint64_t bytes, const IndexWalk& walk);

  /// Reads an entry. Returns the place of its chunk; empty if there is none.
  [[nodiscard]] std::optional<model::FileRange> read(IndexBlock& block) const;

 private:
  std::uint64_t chunk_bytes_;     ///< of chunks without filters
  std::uint64_t size_bytes_ = 0;  ///< of the size; 0 without filters
};

/// Walk over an index. address: its own. throws: Error.
void walk_btree_v1(IndexWalk& walk, std::uint64_t address);
void walk_btree_v2(IndexWalk& walk, std::uint64_t address);
void walk_fixed_array(IndexWalk& walk, std::uint64_t address);
void walk_extensible_array(IndexWalk& walk, std::uint64_t address);

}  // namespace ncf::hdf5
