// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parsed command line of ncfgen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ncf/generate.hpp"

namespace ncf::apps::generate {

struct Request {
  GenerateOptions generate;
  std::vector<std::string> plugin_path;
  bool is_for_output = false;  ///< one of -b, -c, -f, -l and -n was given
  bool is_for_file = false;    ///< -b or -n, in any spelling
  std::optional<ProgramOptions> program;
  std::string main_name = "main";
};

/// Empty if help or version was requested and printed. throws: UsageError.
std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv);

}  // namespace ncf::apps::generate
