// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names for the filters of plugins in filter specs: what is listed under a name can be asked for by
// it.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// By id: the registry's name, else that of the codec or of the HDF5 class, as far as a spec can
/// hold it and it is nobody else's. Filters without such a name are not in it.
std::map<std::uint32_t, std::string> spec_names(const std::vector<PairedFilter>& filters);

/// The id of a name in `spec_names` of all libraries, letter case ignored. Libraries are surveyed,
/// not loaded. throws: as survey_libraries.
std::optional<std::uint32_t> find_id_of_plugin(std::string_view name);

}  // namespace ncf::plugin
