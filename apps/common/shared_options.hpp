// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options that several programs share, and the environment variable SOURCE_DATE_EPOCH.
#pragma once

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "ncf/format.hpp"
#include "ncf/page.hpp"

namespace ncf::apps {

/// Adds -k, -3, -6, -5, -4 and -7; the last one given counts. default_kind: for the help of -k.
void add_kind_options(CommandLine& line, const std::string& default_kind,
                      std::optional<Format>& format);

/// Returns the kind named `text`. throws: UsageError naming `option`.
Format parse_kind(const std::string& option, const std::string& text);

/// Adds -j. work: what the threads do, for the help: "decode and encode".
void add_threads(CommandLine& line, const std::string& work, std::optional<std::size_t>& threads);

/// Add the options of these names. What they set must outlive the parsing of `line`.
void add_max_memory(CommandLine& line, std::optional<std::uint64_t>& bytes);
void add_connections(CommandLine& line, std::size_t& connections);
void add_json(CommandLine& line, bool& json);
void add_pictures(CommandLine& line, bool& pictures);
void add_follow_external(CommandLine& line, bool& follow_external);
void add_plugin_path(CommandLine& line, std::vector<std::string>& folders);

/// Adds -L, which is an error if libnetcdf was built without logging.
void add_log_level(CommandLine& line);

struct PageRequest {
  std::string path;
  PageOrigin origin;
};

/// Adds --html. line: must outlive its parsing.
void add_html(CommandLine& line, std::optional<PageRequest>& page);

/// Returns the time of creation that outputs state instead of the present time; empty if
/// SOURCE_DATE_EPOCH is not set. throws: UsageError naming `option`.
/// source: Reproducible Builds, "SOURCE_DATE_EPOCH specification"
std::optional<std::time_t> fixed_creation_time(const std::string& option);

}  // namespace ncf::apps
