// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a program says of itself by --help, as data: completions are made of it, so that they offer
// what the program has and nothing else. CommandLine makes the text.
#pragma once

#include <string>
#include <vector>

namespace ncf::apps::completions {

struct Option {
  std::string name;        ///< "-F", "--into"
  std::string value_name;  ///< "SPEC", "FOLDER"; empty without a value
  std::string help;
};

/// A program, or one of its commands.
struct ProgramHelp {
  std::string name;
  std::string description;      ///< the first line
  std::vector<Option> options;  ///< in order; `--report[=json]` is two
  bool takes_spec = false;      ///< its operand is a filter spec, not a file
  std::vector<ProgramHelp> commands;
};

/// Runs `program` with --help, and each of its commands.
/// throws: std::runtime_error where that fails or has no options.
ProgramHelp read_help(const std::string& program);

}  // namespace ncf::apps::completions
