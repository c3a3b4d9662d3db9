// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output file that appears whole or not at all: it is written under a temporary name beside its
// target, `.NAME.ncf-PID-XXXX`, and renamed when complete. Until then the target is untouched; on
// any failure the temporary file is removed. Only SIGKILL can leave it, and the next run on the
// same target removes it once PID is dead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace ncf::base {

class PendingFile {
 public:
  /// Checks that `target` can be replaced and picks the temporary name; makes no file.
  /// Symbolic links are followed first: what they point to is replaced, not the link.
  /// throws: Error(not_found) if the folder is missing, Error(io) if it is not writable or the
  /// target is a folder, FIFO, device or socket.
  explicit PendingFile(const std::filesystem::path& target);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  /// Removes the temporary file unless committed.
  ~PendingFile();

  /// Where to write.
  [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return temporary_; }

  /// Takes room on the disk for the file, which exists, where the file system can: writing is then
  /// faster, and a disk without that room is known before the work. throws: Error(io) if it is
  /// full.
  void reserve(std::uint64_t bytes);

  /// Gives the file the mode of the target it replaces, if there is one, and its name.
  /// throws: Error(io).
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  std::size_t slot_ = 0;  ///< in the table that `remove_unfinished_outputs` walks
  bool committed_ = false;
};

/// Which file a path names, whatever other names it has.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Empty where there is none. throws: Error(io).
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

/// Whether both name the same existing file.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace ncf::base
