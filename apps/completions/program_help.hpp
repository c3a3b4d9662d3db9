// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of a program's --help as data. Completions are made from it, so they offer exactly
// what the program has. CommandLine prints it.
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
  std::vector<Option> options;  ///< in order; `--report[=json]` counts as two
  bool takes_spec = false;      ///< the operand is a filter spec, not a file
  std::vector<ProgramHelp> commands;
};

/// Runs `program` with --help, and each of its commands.
/// throws: std::runtime_error if that fails or lists no options.
ProgramHelp read_help(const std::string& program);

}  // namespace ncf::apps::completions
