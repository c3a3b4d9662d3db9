// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where an HDF5 file has its metadata and its values. Readers on servers need few requests if all
// metadata are in one place, or in pages of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ncf::model {

/// A range of a file.
struct FileRange {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;

  [[nodiscard]] std::uint64_t end() const noexcept { return begin + bytes; }

  friend bool operator==(const FileRange&, const FileRange&) = default;
};

/// A range with values of one variable.
struct RangeOfValues : FileRange {
  std::size_t variable = 0;  ///< its id in the schema
};

/// How a file manages its space. source: HDF5 reference manual, H5Pset_file_space_strategy
enum class SpaceStrategy : std::uint8_t { free_space_managers, pages, aggregators, none };

struct FileLayout {
  std::uint64_t file_bytes = 0;
  SpaceStrategy strategy = SpaceStrategy::free_space_managers;
  std::uint64_t page_bytes = 0;  ///< 0 unless the strategy is `pages`
  /// Free space that the file lists for later writers; empty if it has no such list.
  std::optional<std::uint64_t> free_bytes;
  /// The superblock, object headers, heaps of attributes and indexes of chunks: what is read to
  /// open the file and to find all values. Where libhdf5 reads more than it needs, up to 512 bytes
  /// after an object header, so do these ranges.
  std::vector<FileRange> metadata;
  /// Values of fixed size.
  std::vector<RangeOfValues> values;
  std::uint64_t last_metadata = 0;           ///< where the last of their structures begins
  std::optional<std::uint64_t> first_value;  ///< where the first stored values are; empty if none

  [[nodiscard]] bool is_paged() const noexcept { return strategy == SpaceStrategy::pages; }
  /// Returns whether all metadata are before all values. Heaps with values of variable length count
  /// as neither.
  [[nodiscard]] bool is_consolidated() const noexcept {
    return !first_value || last_metadata < *first_value;
  }
};

/// Sorts the ranges, and joins those that touch or overlap, of values if they are of one variable.
/// Metadata end where values begin, whatever libhdf5 has read.
void tidy(FileLayout& layout);

}  // namespace ncf::model
