// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What may stand for the values that --help names.
#pragma once

#include <string>

#include "completions/program_help.hpp"

namespace ncf::apps::completions {

enum class ValueKind {
  none,         ///< there is no value
  unknown,      ///< nothing can be offered: numbers, names of variables
  file,         ///< FILE
  folder,       ///< FOLDER
  format,       ///< KIND
  filter_spec,  ///< SPEC of -F: filters after a comma or a bar
};

ValueKind value_kind(const Option& option);

/// Words for ValueKind::format, with blanks between.
std::string format_words();

/// Names of the filters that HDF5 has or a library known to the registry gives, likewise.
std::string filter_words();

}  // namespace ncf::apps::completions
