// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions to the system about paths, mainly those of outputs, and about file systems; lists of
// folders. Any thread.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::base {

/// throws: Error(io) with the path, what was being done and the system's message.
[[noreturn]] void throw_errno(const std::filesystem::path& path, std::string_view doing, int error);

/// Returns the status of a path; empty if nothing is there. throws: Error(io).
std::optional<struct stat> find_status(const std::filesystem::path& path);

/// Follows symbolic links, including dangling ones: writing there creates their target.
std::filesystem::path follow_links(std::filesystem::path path);

/// Returns why there is nothing at a path: "no such file", and for a dangling link where it leads.
std::string describe_missing(const std::filesystem::path& path);

/// Returns the path from the root. throws: Error(io) for a relative one if the current folder was
/// removed.
std::filesystem::path absolute_path(const std::filesystem::path& path);

std::filesystem::path folder_of(const std::filesystem::path& path);

/// Returns "a folder", "a FIFO" ...
std::string_view describe_kind(const struct stat& status) noexcept;

/// Checks that the folder of `target` exists. throws: Error(not_found, io).
void require_folder(const std::filesystem::path& target);
/// Checks that this folder can be written to. throws: Error(io).
void require_writable_folder(const std::filesystem::path& target);

/// Exchanges the names of two files or folders in one step; returns false if the file system cannot
/// do that. doing: for the message, as in throw_errno. throws: Error(io).
[[nodiscard]] bool exchange_at_once(const std::filesystem::path& temporary,
                                    const std::filesystem::path& target, std::string_view doing);

// ---- Lists of folders. Errors have the system's message, without the folder's name -------------

/// Calls `visit` for each entry directly in a folder, in any order. throws: Error(io).
void visit_entries(const std::filesystem::path& folder,
                   const std::function<void(const std::filesystem::directory_entry&)>& visit);

/// Returns the names of the entries directly in a folder, in any order. throws: Error(io).
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Calls `visit` for each entry of a folder and of those below. Links to folders are not followed.
/// throws: Error(io).
void visit_tree(const std::filesystem::path& folder,
                const std::function<void(const std::filesystem::directory_entry&)>& visit);

/// Calls `visit` for each file in a folder and in those below. throws: Error(io).
void visit_files(const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::directory_entry&)>& visit);

// ---- File systems -------------------------------------------------------------------------------

/// Returns whether machines may write to neighbouring parts of one file at the same time. On most
/// network file systems they may not: a machine writes whole pages of its cache and overwrites the
/// bytes of other machines. False for file systems that are unknown here. type: `f_type` of statfs.
/// source: statfs(2), "f_type"
[[nodiscard]] bool keeps_machines_apart(std::uint64_t type) noexcept;

/// Does the same for the file system of a file or folder.
[[nodiscard]] bool keeps_machines_apart(const std::filesystem::path& path) noexcept;

}  // namespace ncf::base
