// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/path_filter.hpp"

#include <algorithm>

namespace ncf::ops {

namespace fs = std::filesystem;

PathFilter::Pattern::Pattern(const std::string& text)
    : glob(text, {0, text.size()}), is_of_names(text.find('/') == std::string::npos) {}

bool PathFilter::Pattern::matches(const fs::path& relative) const {
  return glob.matches("/" + (is_of_names ? relative.filename() : relative).string());
}

PathFilter::PathFilter(const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude)
    : include_(include.begin(), include.end()), exclude_(exclude.begin(), exclude.end()) {}

bool PathFilter::any_matches(const std::vector<Pattern>& patterns, const fs::path& relative) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const Pattern& pattern) { return pattern.matches(relative); });
}

bool PathFilter::enters(const fs::path& relative) const { return !any_matches(exclude_, relative); }

bool PathFilter::selects(const fs::path& relative) const {
  return enters(relative) && (include_.empty() || any_matches(include_, relative));
}

}  // namespace ncf::ops
