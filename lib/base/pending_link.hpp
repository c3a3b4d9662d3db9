// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A hard link that takes the place of a file at once.
#pragma once

#include <filesystem>

namespace ncf::base {

/// Makes `target` another name of `file`, in place of what was there; symbolic links are followed.
/// The name is on disk then. throws: Error(io), also if the two lie on different file systems, or
/// if the target is no file.
void replace_by_link(const std::filesystem::path& file, const std::filesystem::path& target);

}  // namespace ncf::base
