// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts bytes to and from base64 with padding. Pure functions, any thread.
//
// source: RFC 4648, section 4
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ncf::base {

[[nodiscard]] std::string format_base64(std::string_view bytes);
/// Returns the bytes; empty if the text is not base64.
[[nodiscard]] std::optional<std::string> parse_base64(std::string_view text);

}  // namespace ncf::base
