// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where programs for S3 look for credentials and settings: first in the environment, then in the
// files under ~/.aws. A URL may name a profile there.
//
// source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files"
#pragma once

#include <optional>
#include <string>

#include "network/functions.hpp"

namespace ncf::network {

/// The region from AWS_REGION, AWS_DEFAULT_REGION or the profile; empty if none names one.
/// profile: empty for AWS_PROFILE, or else "default".
std::string find_region(const std::string& profile);

/// Credentials for a region; empty if there are none, and requests are anonymous. So they are with
/// the profile "no" or "none", as in netCDF.
/// throws: Error(usage) if the profile was named and does not exist.
std::optional<Signing> find_signing(const std::string& profile, const std::string& region);

/// The server that is meant instead of Amazon's, from AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL.
std::optional<std::string> find_endpoint();

}  // namespace ncf::network
