// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace ncf::base {

/// Makes a new file of these bytes, and can be stopped meanwhile. On failure the file may be there
/// in part: give it the path of a PendingFile. throws: Error(io), Error(interrupted).
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace ncf::base
