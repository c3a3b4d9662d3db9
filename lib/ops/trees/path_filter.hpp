// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects paths of a tree: `--include` and `--exclude`. A pattern without "/" applies to names in
// any folder, one with "/" to paths below the root of the tree. A "/" at the end has no meaning.
// Files and folders that an exclude pattern matches are left out, folders with all their contents.
// If there are include patterns, a file must match one of them.
//
// Immutable; any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "filter/spec/glob.hpp"

namespace ncf::ops {

class PathFilter {
 public:
  /// throws: Error(usage) for a malformed pattern.
  PathFilter(const std::vector<std::string>& include, const std::vector<std::string>& exclude);

  /// Returns whether a folder may contain selected files. relative: the path below the root.
  [[nodiscard]] bool enters(const std::filesystem::path& relative) const;
  /// Returns whether a file, or a store, in an entered folder is selected.
  [[nodiscard]] bool selects(const std::filesystem::path& relative) const;

 private:
  struct Pattern {
    explicit Pattern(const std::string& text);
    [[nodiscard]] bool matches(const std::filesystem::path& relative) const;

    filter::Glob glob;
    bool is_of_names;
  };

  static std::vector<Pattern> read_patterns(const std::string& option,
                                            const std::vector<std::string>& texts);
  static bool any_matches(const std::vector<Pattern>& patterns,
                          const std::filesystem::path& relative);

  std::vector<Pattern> include_;
  std::vector<Pattern> exclude_;
};

}  // namespace ncf::ops
