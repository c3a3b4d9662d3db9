// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A hard link that replaces a file in one step.
#pragma once

#include <filesystem>

namespace ncf::base {

/// Makes `target` another name of `file`, and replaces an existing file; symbolic links are
/// followed. The name is then flushed to disk. throws: Error(io), also if the two are on different
/// file systems, or if the target is not a file.
void replace_by_link(const std::filesystem::path& file, const std::filesystem::path& target);

}  // namespace ncf::base
