// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The name of an output until it is finished: `.NAME.ncf-MACHINE-PID-XXXX` beside its target NAME,
// which is truncated if it is long. MACHINE consists of hexadecimal digits that differ between
// machines, containers and targets, because one cannot know whether processes elsewhere are dead. A
// folder that is being replaced has `-old` after its name. By these names, what dead processes left
// is found and removed. Any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::base {

constexpr std::string_view aside_suffix = "-old";

/// Returns the beginning of the name, up to PID.
std::string temporary_prefix(const std::filesystem::path& target);

/// Returns a path that does not exist.
std::filesystem::path pick_temporary(const std::filesystem::path& target);

/// Returns whether a file name has this form, for any machine and target.
bool is_temporary_name(std::string_view name);

/// Returns whether a path of this form belongs to a living process of this machine. Whether that of
/// another machine lives is not known.
bool is_of_living_process(const std::filesystem::path& temporary);

/// Removes what dead processes of this machine left beside the target. A folder that one of them
/// moved aside gets its name back if it is free.
void clear_leftovers(const std::filesystem::path& target);

/// Does the same for all targets in a folder, which is read once: afterwards `clear_leftovers` does
/// nothing for targets in it, in this process and those it forks. For many outputs in one folder;
/// call it before other threads make outputs.
void clear_leftovers_in(const std::filesystem::path& folder);

// ---- Removing what is left of outputs -----------------------------------------------------------

/// Removes a file, or a folder and everything in it, however deep; links are removed, not followed.
/// The mode of a folder does not protect it from its owner. If something cannot be removed, it
/// stays, and so may its neighbours.
void remove_output(const char* path) noexcept;

/// Moves a folder that a dead process moved aside back to its place if that is free; otherwise
/// removes it.
void restore_or_remove(const char* aside, const char* target) noexcept;

// ---- Orphans ------------------------------------------------------------------------------------
//
// Orphans are unfinished outputs whose process cannot be asked whether it lives, because it ran on
// another machine or in another container. One that has not changed for a day is taken for dead,
// unless it is locked: libhdf5 locks what it writes.

/// An output that is being written changes more often than this.
inline constexpr std::chrono::hours age_of_orphans{24};

/// Returns the unfinished outputs in a folder, files and folders, that nobody has changed or locked
/// for that time; none if the folder cannot be read. Outputs of living processes of this machine
/// are never among them. now: by the clock of the file system.
[[nodiscard]] std::vector<std::filesystem::path> find_orphans(
    const std::filesystem::path& folder,
    std::chrono::system_clock::time_point now = std::chrono::system_clock::now());

}  // namespace ncf::base
