// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which file a path leads to, and whether it has changed.
//
// The state of a file, or of a folder with all its files, shows whether it has changed without
// reading all of it: its size, its times, and a checksum of its first and last bytes. Programs can
// set the time of modification back, but not that of the last change of the file's status (ctime).
// The latter also changes with the mode, with hard links and when the file is moved or restored, so
// an equal state means the same contents, but a different state does not mean different contents.
// For a folder, the checksum covers all names, sizes and times in it, and the first and last bytes
// of each Zarr metadata file.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/memory/members.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

struct FileState {
  std::uint64_t bytes = 0;
  std::int64_t modified_nanoseconds = 0;  ///< since the epoch
  std::int64_t changed_nanoseconds = 0;   ///< contents or status; since the epoch
  std::uint64_t checksum = 0;

  friend bool operator==(const FileState&, const FileState&) = default;
};

void fields(auto& archive, FileState& state) {
  archive("bytes", state.bytes, "modified", state.modified_nanoseconds, "changed",
          state.changed_nanoseconds, "checksum", hexadecimal(state.checksum));
}

/// Returns the state of a file or folder; empty if there is none. throws: Error(io).
[[nodiscard]] std::optional<FileState> find_state(const std::filesystem::path& path);

/// Does the same, but returns empty also for what cannot be read.
[[nodiscard]] std::optional<FileState> find_readable_state(const std::filesystem::path& path);

/// The identity of a file, whatever names it has.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Returns the identity of the file at a path; empty if there is none. throws: Error(io).
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

/// Returns the identity of an open file. throws: Error(io).
FileIdentity identity_of(int descriptor);

/// Thrown if another program writes to the file, or has changed it while it was read.
class BusyFile : public Error {
 public:
  explicit BusyFile(std::string message) : Error(ErrorCode::io, std::move(message)) {}
};

/// A file that other programs may change while it is read.
class WatchedFile {
 public:
  /// Records the present state of the file. throws: Error(io).
  explicit WatchedFile(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// throws: BusyFile if the path now leads to another file, or if the file's size or time of
  /// modification differs, or if its status changed (ctime) and its mode, owner and number of names
  /// do not explain this: then its time of modification was probably set back; Error(io).
  void require_unchanged() const;
  /// Does the same after the file was moved to this path, which also changes its status.
  void require_unchanged_at(const std::filesystem::path& path) const;

 private:
  void require_same_contents(const struct stat& now) const;

  std::filesystem::path path_;
  struct stat before_;
};

}  // namespace ncf::base
