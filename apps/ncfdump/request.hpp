// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parsed command line of ncfdump.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ncf/dump.hpp"

namespace ncf::apps::dump {

struct Request {
  DumpOptions dump;
  std::vector<std::string> plugin_path;
  bool kind = false;
  bool extended_kind = false;
};

/// Empty if help or version was requested and printed. throws: UsageError.
std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv);

}  // namespace ncf::apps::dump
