// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A program's completion as a script for the shell: options, kinds, folders, files, commands, and
// the names of filters after the comma or bar of a spec.
#pragma once

#include <string>

#include "common/program_help.hpp"

namespace ncf::apps::completions {

std::string bash_script(const ProgramHelp& program);
std::string zsh_script(const ProgramHelp& program);
std::string fish_script(const ProgramHelp& program);

}  // namespace ncf::apps::completions
