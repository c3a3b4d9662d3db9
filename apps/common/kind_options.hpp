// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options that ask for a kind of netCDF file, as all programs that make one have them; the last
// given counts.
#pragma once

#include <optional>
#include <string>

#include "common/command_line.hpp"
#include "ncf/format.hpp"

namespace ncf::apps {

/// Adds -k, -3, -6, -5, -4 and -7. `default_kind` ends the help of -k.
void add_kind_options(CommandLine& line, const std::string& default_kind,
                      std::optional<Format>& format);

/// The kind called `text`. throws: UsageError naming `option`.
Format parse_kind(const std::string& option, const std::string& text);

}  // namespace ncf::apps
