// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace ncf::base {

/// Whether a file or folder is on a file system mounted by NFS; false if that is unknown.
[[nodiscard]] bool is_on_nfs(const std::filesystem::path& path) noexcept;

}  // namespace ncf::base
