// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options that several programs have, declared once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "ncf/format.hpp"

namespace ncf::apps {

/// Adds -k, -3, -6, -5, -4 and -7, of which the last given counts. `default_kind` goes into the
/// help of -k.
void add_kind_options(CommandLine& line, const std::string& default_kind,
                      std::optional<Format>& format);

/// The kind called `text`. throws: UsageError naming `option`.
Format parse_kind(const std::string& option, const std::string& text);

/// Adds -j. `work` says in its help what the threads do: "decode and encode".
void add_threads(CommandLine& line, const std::string& work, std::optional<std::size_t>& threads);

/// Adds -L, which is an error where libnetcdf was built without logging.
void add_log_level(CommandLine& line);

/// Adds --json.
void add_json(CommandLine& line, bool& json);

/// Adds --plugin-path, which appends to `folders`.
void add_follow_external(CommandLine& line, bool& follow_external);

void add_plugin_path(CommandLine& line, std::vector<std::string>& folders);

}  // namespace ncf::apps
