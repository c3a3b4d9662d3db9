// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the system says of the path of an output.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>

namespace ncf::base {

/// throws: Error(io) with path, what was being done and the system's words.
[[noreturn]] void throw_errno(const std::filesystem::path& path, std::string_view doing, int error);

/// Empty where nothing is there. throws: Error(io).
std::optional<struct stat> find_status(const std::filesystem::path& path);

/// Follows symbolic links, dangling ones too: writing there makes what they point to.
std::filesystem::path follow_links(std::filesystem::path path);

std::filesystem::path folder_of(const std::filesystem::path& path);

/// "a folder", "a FIFO", ...
std::string_view describe_kind(const struct stat& status) noexcept;

/// That the folder of `target` is there. throws: Error(not_found, io).
void require_folder(const std::filesystem::path& target);
/// That it can be written to. throws: Error(io).
void require_writable_folder(const std::filesystem::path& target);

}  // namespace ncf::base
