// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

namespace ncf::location {

Location parse_location(std::string_view text) {
  if (text.empty()) throw SyntaxError(text, {0, 0}, "empty, expected a path or a URL");
  if (claims_to_be_url(text)) return {std::string(text), parse_url(text)};
  return path_location(text);
}

Location path_location(std::string_view path) { return {std::string(path), std::nullopt}; }

std::optional<std::string> local_path(const Location& location) {
  if (!location.url) return location.text;
  if (location.url->protocol == "file") return decode_percent(location.url->path);
  return std::nullopt;
}

}  // namespace ncf::location
