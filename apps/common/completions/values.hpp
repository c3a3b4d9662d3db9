// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The words that completions offer: options, operands and values by their names in --help.
#pragma once

#include <string>
#include <vector>

#include "common/program_help.hpp"

namespace ncf::apps::completions {

enum class ValueKind {
  none,         ///< the option has no value
  unknown,      ///< nothing to offer: numbers, names of variables
  file,         ///< FILE
  folder,       ///< FOLDER
  format,       ///< KIND
  filter_spec,  ///< SPEC of -F: filters after a comma or a bar
};

ValueKind value_kind(const OptionHelp& option);

/// Returns the options as they are typed: one with an optional value, as in `--report[=json]`, is
/// two without a value.
std::vector<OptionHelp> typed_options(const ProgramHelp& program);

/// Returns whether the operand is a filter spec, not a file.
bool takes_spec(const ProgramHelp& program);

/// Returns the words for ValueKind::format, separated by blanks.
std::string format_words();

/// The names of filters that are built into HDF5 or come with a library known to the registry,
/// likewise.
std::string filter_words();

}  // namespace ncf::apps::completions
