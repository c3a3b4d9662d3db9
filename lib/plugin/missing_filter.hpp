// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What to say of a filter that is not here, or here for the other of encode and decode only.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "filter/filter_source.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {

/// Error(not_found) naming filter, folders with their reasons, libraries that cannot be loaded, and
/// what would provide it. throws: as survey_libraries.
Error missing_filter(std::uint32_t id);

/// Error(unsupported) naming filter and library, which may be empty.
Error half_filter(std::uint32_t id, filter::FilterUse use, const std::string& library);

}  // namespace ncf::plugin
