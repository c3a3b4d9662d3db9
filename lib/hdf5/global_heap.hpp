// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The global heap of an HDF5 file, where values of variable length lie. libhdf5 1.10 believes what
// it reads there, so damage makes it loop or read memory that is not its own; here the heap is
// checked first, in the bytes of the file. I/O thread only.
// source: HDF5 file format specification, III.E "Disk Format: Level 1E - Global Heap"
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace ncf::hdf5 {

class GlobalHeap {
 public:
  /// file: open, and outlives this. Files behind drivers other than those for plain files and for
  /// memory are not checked. throws: Error.
  explicit GlobalHeap(hid_t file);

  /// Bytes that a reference to a value takes.
  [[nodiscard]] std::size_t reference_bytes() const noexcept { return 8 + address_bytes_; }

  /// Requires that a reference leads to a value of so many elements.
  /// throws: Error(corrupt) if it does not, or if what it leads to is damaged.
  void check(std::span<const std::byte> reference, std::size_t element_bytes);

 private:
  /// Reads bytes at an address. throws: Error.
  using Read = std::function<void(std::uint64_t, std::span<std::byte>)>;
  /// Bytes of its objects, by index.
  using Collection = std::vector<std::optional<std::uint64_t>>;

  void find_reader(hid_t file);
  const Collection& collection_at(std::uint64_t address);
  [[nodiscard]] Collection read_collection(std::uint64_t address) const;
  [[nodiscard]] Collection objects_in(std::uint64_t address,
                                      std::span<const std::byte> collection) const;

  Read read_;  ///< empty if nothing is checked
  std::uint64_t end_ = 0;
  std::size_t address_bytes_ = 0;
  std::size_t length_bytes_ = 0;
  std::map<std::uint64_t, Collection> collections_;
};

}  // namespace ncf::hdf5
