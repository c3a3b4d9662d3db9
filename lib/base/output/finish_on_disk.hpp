// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The last steps before an output gets its name: modes and times, then waiting until the disk has
// everything, so that it survives a power failure.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <optional>

#include "base/files/descriptor.hpp"
#include "base/files/mode.hpp"

namespace ncf::base {

/// The mode and the times that an output, or everything in a folder, gets.
struct FinalStatus {
  mode_t mode = 0;  ///< of the output itself
  /// What of their modes files and folders in it keep.
  mode_t inner_limit = all_mode_bits;
  struct Times {
    timespec accessed;
    timespec modified;
  };
  std::optional<Times> times;  ///< of the output and all in it
};

/// Gives a file, or a folder and all in it, its mode and times and writes them to the disk.
/// throws: Error(io).
void finish_on_disk(const std::filesystem::path& path, const FinalStatus& status);

/// Flushes a file to disk, if its file system supports that. throws: Error(io).
void sync(const Descriptor& file);

/// Writes the names in a folder to the disk, if the folder may be read and its file system has such
/// an operation. throws: Error(io).
void sync_names(const std::filesystem::path& folder);

}  // namespace ncf::base
