// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An error with the system's message.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::base {

/// error: from errno. doing: what was refused, if callers do not add it as context.
/// throws: Error(io).
[[noreturn]] inline void throw_system_error(int error, std::string_view doing = {}) {
  const std::string words = std::generic_category().message(error);
  throw Error(ErrorCode::io, doing.empty() ? words : std::string(doing) + ": " + words);
}

}  // namespace ncf::base
