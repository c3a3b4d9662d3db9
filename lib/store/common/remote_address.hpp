// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines where to send requests for a URL, and with what signature. For S3, the environment and
// the files under ~/.aws complete the URL (network/aws.hpp). Does not contact servers.
#pragma once

#include <optional>
#include <string>

#include "location/location.hpp"
#include "network/functions.hpp"

namespace ncf::store {

struct RemoteAddress {
  std::string url;
  std::string bucket_url = {};  ///< for S3, unless the URL is signed
  std::string key = {};         ///< in the bucket, also for S3
  std::optional<network::Signing> signing = {};
};

/// throws: Error(usage) for a URL with a password, a profile that does not exist, or S3 without a
/// bucket.
[[nodiscard]] RemoteAddress address_of(const location::Url& url);

/// throws: Error(usage) for a URL with a password.
void require_no_password(const location::Url& url);

/// Returns the URL to request from a server: without parameters, which are for us.
[[nodiscard]] location::Url without_parameters(location::Url url);

}  // namespace ncf::store
