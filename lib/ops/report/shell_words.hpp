// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Command lines for people to copy. Pure; any thread.
#pragma once

#include <string>
#include <vector>

namespace ncf::ops {

/// Returns the command line, quoted for a POSIX shell, on one line.
[[nodiscard]] std::string format_command(const std::vector<std::string>& words);

}  // namespace ncf::ops
