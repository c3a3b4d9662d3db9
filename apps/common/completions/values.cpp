// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/completions/values.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "ncf/filter_list.hpp"
#include "ncf/format.hpp"

namespace ncf::apps::completions {

ValueKind value_kind(const OptionHelp& option) {
  if (option.value_name.empty()) return ValueKind::none;
  if (option.value_name == "FILE") return ValueKind::file;
  if (option.value_name == "FOLDER") return ValueKind::folder;
  if (option.value_name == "KIND") return ValueKind::format;
  if (option.name == "-F") return ValueKind::filter_spec;
  return ValueKind::unknown;
}

std::vector<OptionHelp> typed_options(const ProgramHelp& program) {
  std::vector<OptionHelp> options;
  for (const OptionHelp& option : program.options) {
    if (option.is_value_optional) {
      options.push_back({option.name, "", false, option.text});
      std::istringstream values(option.value_name);
      for (std::string value; std::getline(values, value, '|');) {
        options.push_back({option.name + '=' + value, "", false, option.text});
      }
    } else {
      options.push_back(option);
    }
  }
  return options;
}

bool takes_spec(const ProgramHelp& program) {
  return std::any_of(program.operands.begin(), program.operands.end(),
                     [](const OperandHelp& operand) { return operand.name == "SPEC"; });
}

std::string format_words() {
  std::string words;
  for (const char* name : {"classic", "64-bit-offset", "cdf5", "netCDF-4", "netCDF-4-classic",
                           "nczarr", "zarr", "zarr3", "nc3", "nc4", "nc5", "nc6", "nc7"}) {
    if (!find_format(name)) throw std::logic_error(std::string("no kind of file: ") + name);
    words += words.empty() ? name : std::string(" ") + name;
  }
  return words;
}

std::string filter_words() {
  std::string words = "none";
  for (const FilterFactsRow& filter : list_filters({})) {
    if (filter.is_built_in || !filter.provided_by.empty()) words += ' ' + filter.name;
  }
  return words;
}

}  // namespace ncf::apps::completions
