// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/trees/path_filter.hpp"

#include <algorithm>
#include <string_view>

#include "ncf/error.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

namespace {

/// Returns the length of a pattern without the slash at its end, which people write for folders.
std::size_t length_of(std::string_view text) {
  return text.size() > 1 && text.ends_with('/') ? text.size() - 1 : text.size();
}

}  // namespace

PathFilter::Pattern::Pattern(const std::string& text)
    : glob(text, {0, length_of(text)}), is_of_names(text.find('/') >= length_of(text)) {}

bool PathFilter::Pattern::matches(const fs::path& relative) const {
  return glob.matches("/" + (is_of_names ? relative.filename() : relative).string());
}

PathFilter::PathFilter(const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude)
    : include_(read_patterns("--include", include)),
      exclude_(read_patterns("--exclude", exclude)) {}

std::vector<PathFilter::Pattern> PathFilter::read_patterns(const std::string& option,
                                                           const std::vector<std::string>& texts) {
  try {
    return {texts.begin(), texts.end()};
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message()).add_context(option);
  }
}

bool PathFilter::any_matches(const std::vector<Pattern>& patterns, const fs::path& relative) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const Pattern& pattern) { return pattern.matches(relative); });
}

bool PathFilter::enters(const fs::path& relative) const { return !any_matches(exclude_, relative); }

bool PathFilter::selects(const fs::path& relative) const {
  return enters(relative) && (include_.empty() || any_matches(include_, relative));
}

}  // namespace ncf::ops
