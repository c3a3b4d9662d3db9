// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The HDF5 file driver with which all files are opened. It reports where chunks are stored. libhdf5
// 1.10 finds a chunk's address when it reads or writes the chunk, in logarithmic time, and
// otherwise exposes it only in linear time. So we "read" and "write" chunks through this driver,
// which records the address and moves nothing. Any thread can then move the bytes while libhdf5
// continues.
//
// I/O thread only, except where noted.
// source: HDF5 reference manual, H5FDregister; HDF5 file drivers, "H5FD_class_t"
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/files/byte_source.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"

namespace ncf::hdf5 {

/// Makes files that are created or opened with `access` note the addresses of chunks while a
/// `Noting` exists. throws: Error.
void record(const Handle& access);

/// Opens a file that is in memory or on a server in the same way, read-only. throws: Error.
Handle open_bytes(const std::shared_ptr<const base::ByteSource>& bytes);

/// Does the same for a copy in memory of the file at `path`; libhdf5 looks for other files in its
/// folder. throws: Error.
Handle open_copy(const std::shared_ptr<const base::ByteSource>& bytes,
                 const std::filesystem::path& path);

/// Returns the state of a file. object: a file opened with this driver, or an object in one; the
/// file must outlive the result.
/// throws: Error.
Recording& recording_of(hid_t object);

}  // namespace ncf::hdf5
