// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a user writes where a dataset is expected: a path, or a URL. The text alone decides. Who
// knows the disk looks there first: a file of exactly this name is that file, whatever characters
// its name holds (`path_location`).
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
  std::optional<Url> url;  ///< empty: `text` is a path
};

/// throws: SyntaxError for an empty text, and for what claims to be a URL and is none.
[[nodiscard]] Location parse_location(std::string_view text);

/// `path` as a path, even if it looks like a URL.
[[nodiscard]] Location path_location(std::string_view path);

/// Returns the path on this machine: of a path itself, and of a "file" URL, where it may be
/// relative, with its "%20" and the like decoded. Empty for what is elsewhere.
[[nodiscard]] std::optional<std::string> local_path(const Location& location);

}  // namespace ncf::location
