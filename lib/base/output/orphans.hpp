// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Unfinished outputs whose process cannot be asked whether it lives, because it ran on another
// machine or in another container. One that has not changed for a day is taken for dead, unless it
// is locked: libhdf5 locks what it writes.
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

namespace ncf::base {

/// An output that is being written changes more often than this.
inline constexpr std::chrono::hours age_of_orphans{24};

/// Returns the unfinished outputs in a folder, files and folders, that nobody has changed or locked
/// for that time; none if the folder cannot be read. Outputs of living processes of this machine
/// are never among them. now: by the clock of the file system.
[[nodiscard]] std::vector<std::filesystem::path> find_orphans(
    const std::filesystem::path& folder,
    std::chrono::system_clock::time_point now = std::chrono::system_clock::now());

}  // namespace ncf::base
