// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds credentials and settings where programs for S3 look for them: first in the environment,
// then in the files under ~/.aws. A URL may name a profile in these files.
//
// source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files",
// "Process credential provider" and "Service-specific endpoints"
#pragma once

#include <optional>
#include <string>

#include "network/functions.hpp"

namespace ncf::network {

/// Returns the region from AWS_REGION, AWS_DEFAULT_REGION or the profile; empty if none names one.
/// profile: as in the URL; if empty, that in AWS_PROFILE, or else "default".
std::string find_region(const std::string& profile);

/// Returns credentials for a region; empty for anonymous requests: if there are no credentials, or
/// if the profile is "no" or "none", as in netCDF. Runs the command that a profile without keys
/// names as credential_process.
/// throws: Error(usage) if the profile was named and does not exist; Error(unsupported) if it has
/// credentials in another way; Error with the reason if the command prints none.
std::optional<Signing> find_signing(const std::string& profile, const std::string& region);

/// Returns the endpoint to use instead of Amazon's, from AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or
/// endpoint_url in the profile's section of services or in the profile; empty if there is none.
/// profile: as for `find_region`.
std::string find_endpoint(const std::string& profile);

}  // namespace ncf::network
