// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The HDF5 file driver with which all files are opened, and what it knows of an open file. It
// reports where chunks are stored. libhdf5 1.10 finds a chunk's address when it reads or writes the
// chunk, in logarithmic time, and otherwise exposes it only in linear time. So we "read" and
// "write" chunks through this driver, which records the address and moves nothing. Any thread can
// then move the bytes while libhdf5 continues.
//
// I/O thread only, except where noted.
// source: HDF5 reference manual, H5FDregister; HDF5 file drivers, "H5FD_class_t"
#pragma once

#include <hdf5.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "hdf5/library/calls.hpp"
#include "model/dataset/file_layout.hpp"

namespace ncf::hdf5 {

struct Recording;

/// The first failure of a write by libhdf5. The driver hides it from libhdf5, drops all later
/// writes and fails reads: libhdf5 cannot close a file that it cannot write, and ignores some
/// failures. Call `require_none` after each call that may write, and after closing the file.
class FailedWrite {
 public:
  /// error: an errno; 0 is ignored.
  void note(int error) noexcept {
    if (error_ == 0) error_ = error;
  }
  [[nodiscard]] bool is_known() const noexcept { return error_ != 0; }
  /// Returns an errno; 0 if no write failed.
  [[nodiscard]] int error() const noexcept { return error_; }
  /// throws: Error(io) if a write failed.
  void require_none() const;

 private:
  int error_ = 0;  ///< errno
};

/// The bytes of a file on a server or in memory. In memory, they may be a copy of a file on disk.
using Bytes = std::shared_ptr<const base::ByteSource>;

/// libhdf5 reads this as an int, the descriptor, when it resolves a symbolic link to the file.
struct FileHandle {
  int descriptor;
  Recording* recording;
};
static_assert(offsetof(FileHandle, descriptor) == 0);

/// The driver's state of an open file.
struct Recording : H5FD_t {
  /// flags: libhdf5's.
  Recording(const char* path, unsigned flags);
  /// path: of the file that the bytes are a copy of; null if they are not on disk.
  Recording(const char* path, Bytes elsewhere);

  [[nodiscard]] bool is_of_file() const noexcept { return file.id() >= 0; }

  base::Descriptor file;
  bool has_path;  ///< false, for example, for a deleted file that is open and named by /proc
  FileHandle handle;
  base::FileIdentity identity;
  Bytes bytes;  ///< instead of those of the file
  bool is_output = false;
  haddr_t end_of_addresses = 0;
  haddr_t end_of_file;  ///< after everything noted is written
  std::shared_ptr<FailedWrite> failed_write = std::make_shared<FailedWrite>();
  const void* noted_memory = nullptr;  ///< null outside of a `Noting`
  std::optional<model::FileRange> transfer;
  bool notes_metadata = true;
  std::vector<model::FileRange> metadata_reads;
};

// ---- Opening ----

/// Makes files that are created or opened with `access` note the addresses of chunks while a
/// `Noting` exists. throws: Error.
void record(const Handle& access);

/// Opens a file that is in memory or on a server in the same way, read-only. throws: Error.
Handle open_bytes(const Bytes& bytes);

/// Does the same for a copy in memory of the file at `path`; libhdf5 looks for other files in its
/// folder. throws: Error.
Handle open_copy(const Bytes& bytes, const std::filesystem::path& path);

/// Returns the state of a file. object: a file opened with this driver, or an object in one; the
/// file must outlive the result.
/// throws: Error.
Recording& recording_of(hid_t object);

/// Returns the number of bytes after the end of the file according to libhdf5.
[[nodiscard]] std::uint64_t bytes_after_end(const Recording& recording);

/// Returns what libhdf5 has read of the file's metadata since it was opened, in its order, and
/// stops noting it.
[[nodiscard]] std::vector<model::FileRange> take_metadata_reads(Recording& recording);

// ---- Bytes at their places ----

/// Reads bytes of the file. Any thread. throws: Error(io), also if the file is too short.
void read_noted(const Recording& recording, std::uint64_t address, std::span<std::byte> bytes);

/// Announces that bytes of the file will be read soon. Any thread.
void will_read(const Recording& recording, std::uint64_t address, std::uint64_t bytes) noexcept;

/// Announces that bytes of the file will be read soon, and again by libhdf5. Does nothing for a
/// file on disk, where it would take longer than to read them. Any thread.
void will_reread(const Recording& recording, std::uint64_t address, std::uint64_t bytes) noexcept;

/// See ByteSource. Any thread.
[[nodiscard]] std::uint64_t ahead_bytes(const Recording& recording) noexcept;

/// Writes a chunk to its noted address, in pieces. Any thread. throws: Error(io).
void write_noted(const Recording& recording, std::uint64_t address,
                 std::span<const std::span<const std::byte>> pieces);

// ---- Transfers that are noted instead of done ----

/// Memory to pass to transfers that are only recorded: nothing reads or writes it.
class UntouchedMemory {
 public:
  /// Returns memory of at least one byte, valid until the next call. throws: std::bad_alloc.
  std::byte* of(std::size_t bytes);

 private:
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte[]> memory_;
};

/// While this object exists, libhdf5's reads into `memory` and writes from it are noted instead of
/// done. All other transfers are done: libhdf5 may write other things for a chunk, for example a
/// heap.
class Noting {
 public:
  Noting(Recording& recording, const void* memory);
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
  ~Noting();

  /// Returns the file range that libhdf5 wanted to read or write, with addresses that include a
  /// user block. throws: Error(internal) if no transfer was noted.
  [[nodiscard]] const model::FileRange& transfer() const;

 private:
  Recording& recording_;
};

// ---- Nodes of an index ----

// The children of a node of an index, which libhdf5 reads one after the other. A file on a server
// is asked for all of them at once. Pure functions; a wrong answer, for example in a file with a
// user block, costs time and nothing else.
// source: HDF5 file format specification 3.0, III.A.1, "Version 1 B-trees"

/// Returns the addresses of the children of a node, each as long as the node itself; empty if it
/// has none, or is something else. Addresses are of 8 bytes, and a node has room for as many
/// children as libhdf5 makes by default.
[[nodiscard]] std::vector<std::uint64_t> child_nodes(std::span<const std::byte> node);

/// Returns the ranges in which to request nodes of one size: those that touch, or have less than a
/// node between them, are in one.
[[nodiscard]] std::vector<model::FileRange> join_nodes(std::vector<std::uint64_t> addresses,
                                                       std::uint64_t node_bytes);

}  // namespace ncf::hdf5
