// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace ncf::base {

/// Returns whether machines may write to neighbouring parts of one file at the same time. On most
/// network file systems they may not: a machine writes whole pages of its cache and overwrites the
/// bytes of other machines. False for file systems that are unknown here. type: `f_type` of statfs.
/// source: statfs(2), "f_type"
[[nodiscard]] bool keeps_machines_apart(std::uint64_t type) noexcept;

/// Does the same for the file system of a file or folder.
[[nodiscard]] bool keeps_machines_apart(const std::filesystem::path& path) noexcept;

}  // namespace ncf::base
