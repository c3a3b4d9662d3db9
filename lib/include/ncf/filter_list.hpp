// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists every filter: those built into HDF5, those that plugins provide here, and those that are
// known but missing.
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

/// A parameter that users give by name.
struct ParameterFacts {
  std::string name;
  std::string allowed;        ///< "1 to 9"
  std::string default_value;  ///< the value if none is given; empty if one is required
  std::string help;
};

/// One filter.
struct FilterFactsRow {
  std::uint32_t id = 0;
  std::string name;                 ///< in filter specs; empty if only the id can be used
  std::string description;          ///< the plugin's own, for a filter that is not registered
  std::vector<std::string> codecs;  ///< the ids of numcodecs for this filter
  bool encode = false;              ///< on this machine
  bool decode = false;
  bool is_built_in = false;        ///< to libhdf5
  bool has_linked_kernel = false;  ///< linked into this library
  PairedFilter plugin;             ///< what libraries provide for it; all empty if none does
  std::vector<ParameterFacts> parameters;
  std::string provided_by;  ///< what provides it, if it is missing: "Debian package ..."

  [[nodiscard]] bool is_missing() const noexcept { return !encode && !decode; }
};

/// Lists all filters by id. Plugins are surveyed as by survey_libraries, and not loaded.
/// throws: as survey_libraries.
NCF_API std::vector<FilterFactsRow> list_filters();

/// The same, from an existing survey.
NCF_API std::vector<FilterFactsRow> list_filters(const std::vector<PluginLibrary>& libraries);

/// Formats the filters as a table for people, or as a JSON list of objects. Each ends with a
/// newline.
NCF_API std::string format_filters(const std::vector<FilterFactsRow>& filters,
                                   std::size_t width = 0);
NCF_API std::string format_filters_json(const std::vector<FilterFactsRow>& filters);

}  // namespace ncf
