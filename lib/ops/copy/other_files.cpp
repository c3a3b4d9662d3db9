// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/other_files.hpp"

#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "ncf/error.hpp"
#include "store/open.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> others_of(const model::Source& source) {
  const std::vector<std::string> names = source.other_files();
  return {names.begin(), names.end()};
}

/// Returns the other files that a file names; none if it is no dataset.
std::vector<fs::path> others_of(const fs::path& file) {
  try {
    return others_of(*store::open_source(file.string(), {.follow_external = true}));
  } catch (const Error&) {
    return {};
  }
}

class Walk {
 public:
  Walk(const fs::path& input, const OutputPlace& place, const std::string& text)
      : input_(input), place_(place), text_(text) {}

  /// Checks the files that `reader` names, and those that they name.
  void check(const fs::path& reader, const std::vector<fs::path>& names) {
    const std::vector<fs::path> files = find_others(names, reader);
    require_apart_from_others(files, input_, place_, text_);
    for (const fs::path& file : files) {
      std::error_code is_missing;
      const fs::path place = fs::canonical(file, is_missing);
      if (is_missing || !fs::is_regular_file(place) || !seen_.insert(place).second) continue;
      if (const auto more = others_of(file); !more.empty()) check(file, more);
    }
  }

 private:
  const fs::path& input_;
  const OutputPlace& place_;
  const std::string& text_;
  std::set<fs::path> seen_;
};

/// Adds the files that `reader` names, and those that they name.
void collect(const fs::path& reader, const std::vector<fs::path>& names,
             std::set<fs::path>& files) {
  for (const fs::path& file : find_others(names, reader)) {
    std::error_code is_missing;
    if (!fs::is_regular_file(file, is_missing) || !files.insert(file).second) continue;
    collect(file, others_of(file), files);
  }
}

}  // namespace

void require_other_files_kept(const store::Input& found, const model::Source& source,
                              bool follow_external, const OutputPlace& place,
                              const std::string& text) {
  std::error_code unknown;
  if (!fs::exists(place.path, unknown)) return;
  std::vector<fs::path> names = store::referenced_files(found, follow_external);
  const std::vector<fs::path> of_source = others_of(source);
  names.insert(names.end(), of_source.begin(), of_source.end());
  Walk(*found.path, place, text).check(*found.path, names);
}

std::vector<fs::path> find_other_files(const store::Input& found, const model::Source& source,
                                       bool follow_external) {
  const std::vector<fs::path> referenced = store::referenced_files(found, follow_external);
  std::set<fs::path> files(referenced.begin(), referenced.end());
  if (found.path) collect(*found.path, others_of(source), files);
  return {files.begin(), files.end()};
}

}  // namespace ncf::ops
