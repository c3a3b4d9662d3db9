// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The time that outputs state as that of their making.
#pragma once

#include <ctime>
#include <optional>
#include <string>

namespace ncf::apps {

/// Returns the time of SOURCE_DATE_EPOCH, if this variable is set. throws: UsageError naming
/// `option`.
/// source: Reproducible Builds, "SOURCE_DATE_EPOCH specification"
std::optional<std::time_t> fixed_creation_time(const std::string& option);

}  // namespace ncf::apps
