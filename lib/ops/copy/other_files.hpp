// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The files from which a copy reads objects or values of its input, besides the input itself:
// those that references, links, external storage or virtual datasets name.
#pragma once

#include <filesystem>
#include <vector>

#include "model/source.hpp"
#include "store/input.hpp"

namespace ncf::ops {

/// Returns the files that exist. found, source: the input. follow_external: as in CopyOptions.
[[nodiscard]] std::vector<std::filesystem::path> find_other_files(const store::Input& found,
                                                                  const model::Source& source,
                                                                  bool follow_external);

}  // namespace ncf::ops
