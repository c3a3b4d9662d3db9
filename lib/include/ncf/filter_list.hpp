// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Every filter there is to speak of: those HDF5 has built in, those plugins give here, and those
// that are known and missing.
//
// Thread rule: as ncf/plugins.hpp.
//
//   for (const ncf::FilterFactsRow& filter : ncf::list_filters()) {
//     if (filter.is_missing()) std::cout << filter.name << ": " << filter.provided_by << '\n';
//   }
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/plugins.hpp"

namespace ncf {

/// A parameter users give by name.
struct ParameterFacts {
  std::string name;
  std::string allowed;        ///< "1 to 9"
  std::string default_value;  ///< the value when none is given; empty where one must be given
  std::string help;
};

/// One filter.
struct FilterFactsRow {
  std::uint32_t id = 0;
  std::string name;                 ///< in filter specs; empty where only the id is one
  std::string description;          ///< as the plugin has it for a filter that nobody registered
  std::vector<std::string> codecs;  ///< numcodecs' ids that mean this filter
  bool encode = false;              ///< here
  bool decode = false;
  bool is_built_in = false;        ///< to libhdf5
  bool has_linked_kernel = false;  ///< one this library is linked with
  PairedFilter plugin;             ///< what libraries give for it; all empty where none does
  std::vector<ParameterFacts> parameters;
  std::string provided_by;  ///< what would bring it, where it is missing: "Debian package ..."

  [[nodiscard]] bool is_missing() const noexcept { return !encode && !decode; }
};

/// All of them by id. Plugins are surveyed as by survey_libraries, and not loaded.
/// throws: as survey_libraries.
NCF_API std::vector<FilterFactsRow> list_filters();

/// The same from a survey that was made.
NCF_API std::vector<FilterFactsRow> list_filters(const std::vector<PluginLibrary>& libraries);

/// A table for people, and the same as JSON, a list of objects. Each ends in a line end.
NCF_API std::string format_filters(const std::vector<FilterFactsRow>& filters,
                                   std::size_t width = 0);
NCF_API std::string format_filters_json(const std::vector<FilterFactsRow>& filters);

}  // namespace ncf
