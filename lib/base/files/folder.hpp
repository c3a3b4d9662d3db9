// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists folders. Errors have the system's message, without the folder's name, which callers add.
// Any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ncf::base {

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

/// Returns whether machines may write to neighbouring parts of one file at the same time. On most
/// network file systems they may not: a machine writes whole pages of its cache and overwrites the
/// bytes of other machines. False for file systems that are unknown here. type: `f_type` of statfs.
/// source: statfs(2), "f_type"
[[nodiscard]] bool keeps_machines_apart(std::uint64_t type) noexcept;

/// Does the same for the file system of a file or folder.
[[nodiscard]] bool keeps_machines_apart(const std::filesystem::path& path) noexcept;

}  // namespace ncf::base
