// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/s3_error.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/characters.hpp"

namespace ncf::network {

std::string s3_error_code(const Response& response) {
  constexpr std::size_t max_length = 64;
  const std::string_view body = response.text();
  if (body.find("<Error>") == std::string_view::npos) return "";
  constexpr std::string_view begin = "<Code>";
  const std::size_t at = body.find(begin);
  if (at == std::string_view::npos) return "an error";
  const std::string_view rest = body.substr(at + begin.size(), max_length);
  const auto end = std::find_if_not(rest.begin(), rest.end(), base::is_letter);
  return std::string(rest.begin(), end);
}

}  // namespace ncf::network
