// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The errors for a filter that is not available, or that only encodes or only decodes.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "filter/filter_source.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {

/// Error(not_found) naming the filter, the searched folders, libraries that cannot be loaded, and
/// what would provide the filter. throws: as survey_libraries.
Error missing_filter(std::uint32_t id);

/// Error(unsupported) naming filter and library. library: may be empty.
Error half_filter(std::uint32_t id, filter::FilterUse use, const std::string& library);

}  // namespace ncf::plugin
