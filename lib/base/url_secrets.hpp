// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What must not be shown or recorded of a URL: passwords, and the signatures and tokens in queries,
// with which anyone who reads them could do what they permit. Pure functions.
//
// source: AWS Signature Version 4, "Authenticating requests: using query parameters"; Azure,
// "Create a service SAS"
#pragma once

#include <string>
#include <string_view>

namespace ncf::base {

/// A text with "***" for the secrets of the URLs in it:
/// "https://joe:***@host/a.nc?X-Amz-Signature=***&versionId=3".
[[nodiscard]] std::string without_secrets(std::string_view text);

}  // namespace ncf::base
