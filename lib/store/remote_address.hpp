// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where to send requests for a URL, and with what signature. For S3, the environment and the files
// under ~/.aws complete the URL (network/aws.hpp). Asks no server.
#pragma once

#include <optional>
#include <string>

#include "location/url.hpp"
#include "network/functions.hpp"

namespace ncf::store {

struct RemoteAddress {
  std::string url;
  std::string bucket_url = {};  ///< for S3, unless the URL is signed
  std::string key = {};         ///< likewise: in the bucket
  std::optional<network::Signing> signing = {};
};

/// throws: Error(usage) for a URL with a password, a profile that does not exist, or S3 without a
/// bucket.
[[nodiscard]] RemoteAddress address_of(const location::Url& url);

/// throws: Error(usage) for a URL with a password.
void require_no_password(const location::Url& url);

/// What a server is asked for: a URL without parameters, which are for us.
[[nodiscard]] location::Url without_parameters(location::Url url);

}  // namespace ncf::store
