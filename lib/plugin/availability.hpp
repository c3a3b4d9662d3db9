// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters are here, and what to say when one is not.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Hands the search path to libhdf5, unless this was done before. Call it before a file is opened
/// or created; every function of ncf/plugins.hpp does. throws: as set_plugin_path.
void ensure_search_path();

/// "filter 307 (bzip2)", "filter 399".
std::string filter_title(std::uint32_t id);

/// What is to be done with a filter.
enum class FilterUse { encode, decode };

/// A filter that must be here.
struct FilterNeed {
  std::uint32_t id = 0;
  std::string variable;  ///< its path, "/t2m"; may be empty
  FilterUse use = FilterUse::decode;
};

/// Returns where the filter is here and can do what is needed.
/// throws: Error(not_found) naming filter, folders with their reasons, libraries that cannot be
/// loaded, and what would provide it; Error(unsupported) where it does the other of encode and
/// decode only. The variable is the error's context.
void require_filter(const FilterNeed& need);

}  // namespace ncf::plugin
