// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Hides the parts of a URL that must not be shown or recorded: users and passwords, and signatures
// and tokens in queries and fragments, which would give their permissions to anyone who reads them.
// Any parameter may be one of these, so only the values of a few known ones are shown. Pure
// functions.
//
// source: AWS Signature Version 4, "Authenticating requests: using query parameters"; Azure,
// "Create a service SAS"
#pragma once

#include <string>
#include <string_view>

namespace ncf::base {

/// Returns a text with "***" for the secrets of the URLs in it:
/// "https://***@host/a.nc?X-Amz-Signature=***&versionId=3".
[[nodiscard]] std::string without_secrets(std::string_view text);

}  // namespace ncf::base
