// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An HDF5 file driver that reports where chunks are stored. libhdf5 1.10 finds a chunk's address
// when it reads or writes the chunk, in logarithmic time, and otherwise exposes it only in linear
// time. So we "read" and "write" chunks through this driver, which notes the address and moves
// nothing. Any thread can then move the bytes while libhdf5 continues.
//
// I/O thread only, except where noted.
// source: HDF5 reference manual, H5FDregister; HDF5 file drivers, "H5FD_class_t"
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hdf5/calls.hpp"

namespace ncf::hdf5 {

/// The driver's state of an open file.
struct Recording;

/// The file range that libhdf5 wanted to read or write for a chunk.
struct NotedTransfer {
  std::uint64_t address = 0;  ///< in the file, including a user block
  std::uint64_t bytes = 0;
};

/// Makes files that are created or opened with `access` note the addresses of chunks while a
/// `Noting` lives. throws: Error.
void record(const Handle& access);

/// file: opened with such an access list; outlives the result. throws: Error.
Recording& recording_of(const Handle& file);

/// Writes a chunk to its noted address, in pieces. Any thread. throws: Error(io).
void write_noted(const Recording& recording, std::uint64_t address,
                 std::span<const std::span<const std::byte>> pieces);

/// libhdf5 ignores that its metadata cache could not be written during some queries
/// (`H5Dget_storage_size` then returns 0), so the driver keeps the first failure.
/// throws: Error(io) if a write by libhdf5 failed.
void require_no_failed_write(const Recording& recording);

/// While it lives, libhdf5's reads into `memory` and writes from it are noted and not done. All
/// other transfers are done: libhdf5 may write more on the way to a chunk, for example a heap.
class Noting {
 public:
  Noting(Recording& recording, const void* memory);
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
  ~Noting();

  /// throws: Error(internal) if no transfer was noted.
  [[nodiscard]] const NotedTransfer& transfer() const;

 private:
  Recording& recording_;
};

}  // namespace ncf::hdf5
