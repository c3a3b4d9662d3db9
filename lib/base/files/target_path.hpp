// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions to the system about a path, mainly that of an output.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace ncf::base
