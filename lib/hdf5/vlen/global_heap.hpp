// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The global heap of an HDF5 file, which holds values of variable length. libhdf5 1.10 does not
// check what it reads there, so a damaged heap makes it loop or read outside its memory. This code
// checks the heap first, in the bytes of the file. I/O thread only.
// source: HDF5 file format specification, III.E "Disk Format: Level 1E - Global Heap"
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "hdf5/recording/recording.hpp"

namespace ncf::hdf5 {

class GlobalHeap {
 public:
  /// file: opened with the recording driver; must outlive this object. throws: Error.
  explicit GlobalHeap(hid_t file);

  /// Returns the size of a reference to a value, in bytes.
  [[nodiscard]] std::size_t reference_bytes() const noexcept { return 8 + address_bytes_; }

  /// Checks that a reference leads to a value with the right number of elements.
  /// throws: Error(corrupt) if it does not, or if the heap is damaged there.
  void check(std::span<const std::byte> reference, std::size_t element_bytes);

 private:
  /// Sizes of a collection's objects in bytes, by index.
  using Collection = std::vector<std::optional<std::uint64_t>>;

  const Collection& collection_at(std::uint64_t address);
  [[nodiscard]] Collection read_collection(std::uint64_t address) const;
  [[nodiscard]] Collection objects_in(std::uint64_t address,
                                      std::span<const std::byte> collection) const;

  const Recording& recording_;
  hsize_t user_block_bytes_ = 0;
  std::uint64_t end_ = 0;  ///< of the addresses
  std::size_t address_bytes_ = 0;
  std::size_t length_bytes_ = 0;
  std::map<std::uint64_t, Collection> collections_;  ///< the collections read last
};

}  // namespace ncf::hdf5
