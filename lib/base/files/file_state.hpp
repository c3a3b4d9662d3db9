// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The state of a file, or of a folder with all its files, which shows whether it has changed
// without reading all of it: its size, its times, and a checksum of its first and last bytes.
// Programs can set the time of modification back, but not that of the last change of the file's
// status (ctime). The latter also changes with the mode, with hard links and when the file is moved
// or restored, so an equal state means the same contents, but a different state does not mean
// different contents. For a folder, the checksum covers all names, sizes and times in it, and the
// first and last bytes of each Zarr metadata file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/memory/members.hpp"

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

}  // namespace ncf::base
