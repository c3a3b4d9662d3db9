// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The last steps before an output gets its name: it gets its modes and times, and is flushed to
// disk so that it survives a power failure.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// The final modes and times of an output, and of everything in a folder.
struct FinalStatus {
  mode_t mode = 0;  ///< of the output itself
  /// Returns the mode of a file or folder in it, which has the mode `made`. Any thread.
  std::function<mode_t(mode_t made, bool is_folder)> inner_mode;
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
