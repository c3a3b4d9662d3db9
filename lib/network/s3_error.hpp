// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors of S3. Used by both sides of the module.
// source: Amazon S3 API reference, "Error responses"
#pragma once

#include <cstdint>
#include <string>

#include "network/functions.hpp"

namespace ncf::network {

/// Limit of an answer without data of the object: an error, or nothing.
inline constexpr std::uint64_t max_answer_bytes = 4096;

/// Returns the code in a body such as <Error><Code>SlowDown</Code>...; empty if there is none. The
/// rest of the body must not be shown: it may repeat what was signed.
[[nodiscard]] std::string s3_error_code(const Response& response);

}  // namespace ncf::network
