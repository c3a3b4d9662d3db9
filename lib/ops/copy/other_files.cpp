// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/other_files.hpp"

#include <system_error>

namespace ncf::ops {

namespace fs = std::filesystem;

std::vector<fs::path> find_other_files(const store::Input& found, bool follow_external,
                                       const std::set<std::string>& of_source) {
  std::vector<fs::path> files = store::referenced_files(found, follow_external);
  files.insert(files.end(), of_source.begin(), of_source.end());
  std::erase_if(files, [](const fs::path& file) {
    std::error_code unknown;
    return !fs::is_regular_file(file, unknown);
  });
  return files;
}

}  // namespace ncf::ops
