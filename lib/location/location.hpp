// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text that a user writes for a dataset: a path or a URL. Only the text decides. Code that can
// access the disk looks there first: if a file with exactly this name exists, the text means that
// file, whatever characters its name contains (`path_location`).
//
// source: grammar/location.ebnf, rule location
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "location/url.hpp"

namespace ncf::location {

struct Location {
  std::string text;        ///< as written
  std::optional<Url> url;  ///< empty if `text` is a path
};

/// throws: SyntaxError for an empty text, and for one that claims to be a URL but is not.
[[nodiscard]] Location parse_location(std::string_view text);

/// Returns `path` as a path, even if it looks like a URL.
[[nodiscard]] Location path_location(std::string_view path);

/// Returns the path on this machine: a path itself, or that of a "file" URL, which may be relative,
/// with "%20" and other escapes decoded. Empty for datasets elsewhere.
[[nodiscard]] std::optional<std::string> local_path(const Location& location);

}  // namespace ncf::location
