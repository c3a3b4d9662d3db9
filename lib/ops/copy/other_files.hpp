// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps a copy from replacing a file that holds values of its input: one that references, links,
// external storage or virtual datasets name, in the input or in another of these files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "ops/output_place.hpp"
#include "store/input.hpp"

namespace ncf::ops {

/// found: the input, with a local path. source: the opened input. follow_external: as in
/// CopyOptions. text: the output as the user wrote it. throws: Error(usage).
void require_other_files_kept(const store::Input& found, const model::Source& source,
                              bool follow_external, const OutputPlace& place,
                              const std::string& text);

/// Returns these files, as far as they exist. What only references name is not opened.
/// found, source, follow_external: as above.
[[nodiscard]] std::vector<std::filesystem::path> find_other_files(const store::Input& found,
                                                                  const model::Source& source,
                                                                  bool follow_external);

}  // namespace ncf::ops
