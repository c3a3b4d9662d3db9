// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The inputs that --files-from names.
#pragma once

#include <string>
#include <vector>

namespace ncf::apps::copy {

/// The names in a text, each ended by `end`; the last one need not be ended. Empty ones are left
/// out. Pure.
std::vector<std::string> split_file_list(const std::string& text, char end);

/// path: "-" for standard input. throws: Error(io).
std::string read_file_list(const std::string& path);

}  // namespace ncf::apps::copy
