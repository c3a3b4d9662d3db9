// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file descriptor: a file is opened, read and written, in pieces or as a whole, and closed by the
// destructor. Errors have the system's message, without the file's name, which callers add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/library/module_api.hpp"

namespace ncf::base {

class Descriptor {
 public:
  /// flags: as for open(2); O_CLOEXEC is added. Only the umask limits who may read and write a new
  /// file. throws: Error(io).
  Descriptor(const std::filesystem::path& path, int flags);
  /// Takes ownership of an open descriptor.
  explicit Descriptor(int id) noexcept : id_(id) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] int id() const noexcept { return id_; }

  /// throws: Error(io).
  [[nodiscard]] std::uint64_t size_bytes() const;

  /// Read or write from where the last call ended. Return the number of bytes, perhaps fewer than
  /// requested; reading returns 0 at the end of the file. throws: Error(io).
  std::size_t read(std::span<std::byte> bytes) const;
  std::size_t write(std::span<const std::byte> bytes) const;

  /// Does the same at `offset`, wherever the last call ended.
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes) const;

  /// Fills `bytes` from `offset` on. throws: Error(io), also if the file is too short.
  void read_all_at(std::uint64_t offset, std::span<std::byte> bytes) const;

  /// Writes all of the pieces, one after the other, from `offset` on. throws: Error(io).
  void write_all_at(std::uint64_t offset, std::span<const std::span<const std::byte>> pieces) const;

  /// Closes the file. Some systems report only here that they could not write. throws: Error(io).
  void close();

 private:
  int id_;
};

/// throws: Error(io), because a file is shorter than it was.
[[noreturn]] void throw_cut();

/// Returns a new file for reading and writing on the file system of a folder. It has no name, so it
/// disappears when it is closed, however the process ends. throws: Error(io).
Descriptor make_unnamed_file(const std::filesystem::path& folder);

/// Makes an unnamed file in memory. throws: Error(io).
Descriptor make_file_in_memory();

/// Returns a path that leads to an open file, even without a name, as long as it is open in this
/// process.
std::filesystem::path path_of(const Descriptor& file);

/// Returns the folder for temporary files that do not belong beside an output: TMPDIR, or /tmp.
std::filesystem::path temporary_folder();

// ---- Whole files, in pieces small enough to notice a request to stop ----------------------------

/// Fills `bytes` from where the last call ended. throws: Error(io), also if the file ends before;
/// Error(interrupted).
void read_all(const Descriptor& file, std::span<std::byte> bytes);
void write_all(const Descriptor& file, std::span<const std::byte> bytes);

/// Returns all bytes of a file. throws: Error(io), also for a file that becomes shorter while it is
/// read; Error(interrupted).
NCF_MODULE_API std::vector<std::byte> read_file(const std::filesystem::path& path);

/// Makes a file with these bytes, or replaces its contents. After a failure the file may be
/// incomplete, so use the path of a PendingFile. throws: Error(io), Error(interrupted).
NCF_MODULE_API void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Makes the system write a file, or all files in a folder, to the disk and, as far as possible,
/// drop them from its memory, so that reading them next shows what was stored. throws: Error(io).
void write_out_and_forget(const std::filesystem::path& path);

}  // namespace ncf::base
