// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file driver of libhdf5 that tells where chunks lie. libhdf5 1.10 finds the address of a chunk
// when it reads it, in logarithmic time, and says it to nobody else but in linear time. So chunks
// are "read" through this driver, which notes where from, and reads nothing.
//
// I/O thread only.
// source: HDF5 reference manual, H5FDregister; HDF5 file drivers, "H5FD_class_t"
#pragma once

#include <cstdint>
#include <string>

#include "store/hdf5/calls.hpp"

namespace ncf::store::hdf5 {

/// What the driver noted of a file last.
struct NotedRead {
  std::uint64_t address = 0;  ///< in the file, a user block counted
  std::uint64_t bytes = 0;
};

/// A file whose metadata are read, and whose raw data are noted while a `Noting` lives.
Handle open_recorded(const std::string& path);

/// While it lives, raw data of `file` are not read into memory.
class Noting {
 public:
  /// file: of open_recorded, and outlives it. throws: Error.
  explicit Noting(const Handle& file);
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
  ~Noting();

  /// throws: Error(internal) unless there was just one read.
  [[nodiscard]] NotedRead only_read() const;

 private:
  struct Recording* recording_;
};

}  // namespace ncf::store::hdf5
