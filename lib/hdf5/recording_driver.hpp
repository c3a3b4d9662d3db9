// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file driver of libhdf5 that tells where chunks lie. libhdf5 1.10 finds the address of a chunk
// when it reads or writes it, in logarithmic time, and says it to nobody else but in linear time.
// So chunks are "read" and "written" through this driver, which notes where, and moves nothing: any
// thread may do that then, while libhdf5 goes on.
//
// I/O thread only, but for what says otherwise.
// source: HDF5 reference manual, H5FDregister; HDF5 file drivers, "H5FD_class_t"
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hdf5/calls.hpp"

namespace ncf::hdf5 {

/// A file as the driver has it.
struct Recording;

/// Where libhdf5 wanted to move a chunk from or to.
struct NotedTransfer {
  std::uint64_t address = 0;  ///< in the file, a user block counted
  std::uint64_t bytes = 0;
};

/// Makes files that are created or opened with `access` note, while a `Noting` lives, where a
/// chunk lies. throws: Error.
void record(const Handle& access);

/// file: made or opened so, and outlives what is returned. throws: Error.
Recording& recording_of(const Handle& file);

/// Writes what was noted, piece after piece. On any thread. throws: Error(io).
void write_noted(const Recording& recording, std::uint64_t address,
                 std::span<const std::span<const std::byte>> pieces);

/// libhdf5 goes on where its cache of metadata could not be written while it was only asked
/// something (`H5Dget_storage_size` says 0 then), so the driver keeps the first failure.
/// throws: Error(io) if a write of libhdf5's failed.
void require_no_failed_write(const Recording& recording);

/// While it lives, what libhdf5 reads into `memory`, or writes from there, is noted and not moved.
/// Everything else is moved: libhdf5 may write more on the way to a chunk, for example a heap.
class Noting {
 public:
  Noting(Recording& recording, const void* memory);
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
  ~Noting();

  /// throws: Error(internal) if there was none.
  [[nodiscard]] const NotedTransfer& transfer() const;

 private:
  Recording& recording_;
};

}  // namespace ncf::hdf5
