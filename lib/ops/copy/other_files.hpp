// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The files from which a copy reads objects or values of its input, besides the input itself:
// those that references, links, external storage or virtual datasets name.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "store/open/input.hpp"

namespace ncf::ops {

/// Returns the files that exist: those that the input's references name, and those that
/// model::Source::other_files returned. found: the input. follow_external: as in CopyOptions.
[[nodiscard]] std::vector<std::filesystem::path> find_other_files(
    const store::Input& found, bool follow_external, const std::set<std::string>& of_source);

}  // namespace ncf::ops
