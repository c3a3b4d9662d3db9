// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names for the filters of plugins in filter specs: a listed name can be used.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Maps ids to names: the first of the registry's name, the codec's and the HDF5 class's that is a
/// valid name in a spec and unique. Filters without such a name are left out.
std::map<std::uint32_t, std::string> spec_names(const std::vector<PairedFilter>& filters);

/// Returns the id of a name in `spec_names` of all libraries, ignoring case. Surveys libraries
/// without loading them. throws: as survey_libraries.
std::optional<std::uint32_t> find_id_of_plugin(std::string_view name);

}  // namespace ncf::plugin
