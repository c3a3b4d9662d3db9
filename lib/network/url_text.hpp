// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Percent-encodes parts of the URL of a request. Pure functions. source: RFC 3986, section 2
#pragma once

#include <string>
#include <string_view>

namespace ncf::network {

/// Encodes the key of an object: everything except letters, digits, "-", ".", "_", "~" and "/", as
/// signatures of S3 require.
[[nodiscard]] std::string encode_key(std::string_view key);

/// Does the same for the value of a query parameter, in which "/" is encoded too.
[[nodiscard]] std::string encode_value(std::string_view value);

/// Encodes only what a request cannot contain, for example spaces, because a path from a URL is
/// already encoded.
[[nodiscard]] std::string encode_rest(std::string_view path);

}  // namespace ncf::network
