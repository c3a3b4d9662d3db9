// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the recording driver knows of an open file: where libhdf5 wanted to read or write chunks,
// and the bytes there. I/O thread only, except where noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/dataset/file_layout.hpp"

namespace ncf::hdf5 {

/// The driver's state of an open file.
struct Recording;

[[nodiscard]] std::uint64_t file_bytes(const Recording& recording);

/// Returns the number of bytes after the end of the file according to libhdf5.
[[nodiscard]] std::uint64_t bytes_after_end(const Recording& recording);

/// Returns what libhdf5 has read of the file's metadata since it was opened, in its order, and
/// stops noting it.
[[nodiscard]] std::vector<model::FileRange> take_metadata_reads(Recording& recording);

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
[[nodiscard]] std::shared_ptr<const FailedWrite> failed_write_of(const Recording& recording);

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

}  // namespace ncf::hdf5
