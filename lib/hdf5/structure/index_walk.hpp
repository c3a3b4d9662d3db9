// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The structures of an HDF5 file that make up an index of chunks, read as bytes, and the walks over
// the kinds of indexes. In a valid file, structures do not overlap. So an index that seems larger
// than the file, perhaps because it refers to itself, is an error. I/O thread only.
// source: HDF5 file format specification 3.0, III, "Disk Format: Level 1", and VII, "Appendix C:
// Types of Indexes for Dataset Chunks"
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/chunk_index.hpp"

namespace ncf::hdf5 {

/// throws: Error(corrupt) saying what is wrong with the index.
[[noreturn]] void throw_damaged_index(std::string_view reason);

/// Return a sum and a product, or the largest number, which no file can contain, if that is less.
[[nodiscard]] std::uint64_t sum(std::uint64_t a, std::uint64_t b) noexcept;
[[nodiscard]] std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept;

/// The sizes of numbers that differ between files.
struct NumberSizes {
  std::size_t address = 8;
  std::size_t length = 8;
};

/// A structure, or a part of one, that is read from its beginning on.
class IndexBlock {
 public:
  IndexBlock(std::vector<std::byte> bytes, const NumberSizes& sizes)
      : bytes_(std::move(bytes)), sizes_(sizes) {}

  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }

  /// Reads an unsigned number of at most 8 bytes. throws: Error(corrupt) at the end of the block.
  std::uint64_t number(std::size_t bytes);
  std::uint64_t length() { return number(sizes_.length); }
  /// Reads an address; empty if it is undefined.
  std::optional<std::uint64_t> address();
  void skip(std::size_t bytes);
  /// Reads bytes that must be these. throws: Error(corrupt) if they are others.
  void require(std::string_view signature);

 private:
  std::vector<std::byte> bytes_;
  NumberSizes sizes_;
  std::size_t at_ = 0;
};

/// The file with a dataset, opened with the recording driver.
class IndexFile {
 public:
  /// throws: Error.
  explicit IndexFile(hid_t dataset);

  [[nodiscard]] const NumberSizes& sizes() const noexcept { return sizes_; }
  /// Returns where the file begins, after a user block.
  [[nodiscard]] std::uint64_t begin() const noexcept { return begin_; }
  /// Returns the places of everything that was read, with addresses that include the user block.
  [[nodiscard]] const std::vector<model::FileRange>& read_places() const noexcept {
    return read_places_;
  }
  /// Returns half the most children of a node of a B-tree of version 1.
  [[nodiscard]] std::size_t tree_rank() const noexcept { return tree_rank_; }

  /// Reads a structure, or a part of one. address: as in the file, without a user block.
  /// throws: Error(corrupt) if it is not in the file, or as much was read before as the file has;
  /// Error(io).
  [[nodiscard]] IndexBlock read(std::uint64_t address, std::uint64_t bytes);

  /// Reads a structure that begins with these bytes and ends with a checksum, which is left out.
  /// bytes: of everything between these. throws: as `read`; Error(corrupt) if either is wrong.
  [[nodiscard]] IndexBlock read_checked(std::uint64_t address, std::string_view signature,
                                        std::uint64_t bytes);

  /// Announces nodes that will be read, soon and again by libhdf5.
  void announce(std::vector<std::uint64_t> nodes, std::uint64_t node_bytes) const;

  /// throws: Error(corrupt) unless the file contains these bytes.
  void require_inside(std::uint64_t address, std::uint64_t bytes) const;

 private:
  [[nodiscard]] std::vector<std::byte> read_bytes(std::uint64_t address, std::uint64_t bytes);

  const Recording& recording_;
  NumberSizes sizes_;
  unsigned tree_rank_ = 0;
  hsize_t begin_ = 0;  ///< of the file, after a user block
  std::uint64_t left_bytes_;
  std::vector<model::FileRange> read_places_;
};

// ---- What walks share ----

/// Returns the checksum that HDF5 stores with its metadata. source: Bob Jenkins, lookup3.c,
/// function hashlittle; HDF5 file format specification 3.0, "Checksum"
[[nodiscard]] std::uint32_t checksum(std::span<const std::byte> bytes) noexcept;

/// Returns the bytes of a chunk without filters.
[[nodiscard]] std::uint64_t bytes_of_chunk(const model::StoredForm& form) noexcept;

/// A walk over one index: its file, the form of the dataset, and the visitor of its chunks.
class IndexWalk {
 public:
  /// All arguments must outlive this object.
  IndexWalk(IndexFile& index_file, const model::StoredForm& its_form, const ChunkVisitor& visit)
      : file(index_file),
        form(its_form),
        chunk_bytes(bytes_of_chunk(its_form)),
        visit_(visit),
        offset_(its_form.chunk_shape.size()) {}

  /// Visits a chunk. coordinates: counted in chunks. place: without a user block.
  /// throws: Error(corrupt) for a position that no dataset has; Error(interrupted).
  void visit(std::span<const std::uint64_t> coordinates, model::FileRange place);

  IndexFile& file;
  const model::StoredForm& form;  ///< of the dataset
  std::uint64_t chunk_bytes;      ///< of a chunk without filters

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

// ---- The walks ----

/// Walk over an index. address: its own. throws: Error.
void walk_btree_v1(IndexWalk& walk, std::uint64_t address);
void walk_btree_v2(IndexWalk& walk, std::uint64_t address);
void walk_fixed_array(IndexWalk& walk, std::uint64_t address);
void walk_extensible_array(IndexWalk& walk, std::uint64_t address);

}  // namespace ncf::hdf5
