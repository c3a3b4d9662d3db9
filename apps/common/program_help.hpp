// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The arguments that a program accepts, in words. --help and the completions are made from this, so
// both show exactly what the program accepts.
#pragma once

#include <string>
#include <vector>

namespace ncf::apps {

struct OptionHelp {
  std::string name;                ///< "-F", "--into"
  std::string value_name;          ///< "SPEC", "FOLDER"; empty without a value
  bool is_value_optional = false;  ///< `--name` or `--name=value`
  std::string text;
};

struct OperandHelp {
  std::string name;  ///< "INPUT"
  bool is_optional = false;
  std::string text;
};

/// A program, or one of its commands.
struct ProgramHelp {
  std::string name;
  std::string description;          ///< one sentence
  std::string examples;             ///< the end of --help; may be empty
  std::vector<std::string> usages;  ///< without the name; if empty, derived from the operands
  std::vector<OperandHelp> operands;
  std::vector<OptionHelp> options;
  std::vector<ProgramHelp> commands;
};

/// Returns the output of --help.
std::string format_help(const ProgramHelp& program);

/// Return the program's completion as a script for the shell: options, kinds, folders, files,
/// commands, and the names of filters after the comma or bar of a spec.
std::string bash_script(const ProgramHelp& program);
std::string zsh_script(const ProgramHelp& program);
std::string fish_script(const ProgramHelp& program);

}  // namespace ncf::apps
