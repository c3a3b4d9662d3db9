// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/other_files.hpp"

#include <string>
#include <system_error>

namespace ncf::ops {

namespace fs = std::filesystem;

std::vector<fs::path> find_other_files(const store::Input& found, const model::Source& source,
                                       bool follow_external) {
  std::vector<fs::path> files = store::referenced_files(found, follow_external);
  for (const std::string& file : source.other_files()) files.emplace_back(file);
  std::erase_if(files, [](const fs::path& file) {
    std::error_code unknown;
    return !fs::is_regular_file(file, unknown);
  });
  return files;
}

}  // namespace ncf::ops
