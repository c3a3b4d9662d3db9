// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace ncf::base {

/// All bytes of a file; can be stopped meanwhile. throws: Error(io), also for a file that becomes
/// shorter while it is read; Error(interrupted).
std::vector<std::byte> read_file(const std::filesystem::path& path);

}  // namespace ncf::base
