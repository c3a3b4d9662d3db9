// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The last steps before an output gets its name: it gets its modes and times, and is flushed to
// disk so that it survives a power failure.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <optional>

#include "base/files/descriptor.hpp"
#include "base/files/mode.hpp"

namespace ncf::base {

/// The final mode and times of an output, or of everything in a folder.
struct FinalStatus {
  mode_t mode = 0;  ///< of the output itself
  /// The bits that files and folders in it keep of their modes.
  mode_t inner_limit = all_mode_bits;
  struct Times {
    timespec accessed;
    timespec modified;
  };
  std::optional<Times> times;  ///< of the output and everything in it
};

/// Gives a file, or a folder and everything in it, its mode and times, and flushes it to disk.
/// throws: Error(io).
void finish_on_disk(const std::filesystem::path& path, const FinalStatus& status);

/// Flushes a file to disk, if its file system supports that. throws: Error(io).
void sync(const Descriptor& file);

/// Flushes the names in a folder to disk, if the folder may be read and its file system supports
/// that. throws: Error(io).
void sync_names(const std::filesystem::path& folder);

}  // namespace ncf::base
