// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a file, or a folder with all files in it, is still what it was, found out without reading
// all of it: by its size, the time of its last change, and a checksum of its first and last bytes.
// Of a folder, the checksum is that of all names, sizes and times in it, and of the first and last
// bytes of each Zarr metadata file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ncf::base {

struct FileState {
  std::uint64_t bytes = 0;
  std::int64_t modified_nanoseconds = 0;  ///< since the epoch
  std::uint64_t checksum = 0;

  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Empty if nothing is there. throws: Error(io).
[[nodiscard]] std::optional<FileState> find_state(const std::filesystem::path& path);

}  // namespace ncf::base
