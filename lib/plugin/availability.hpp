// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters are here.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "filter/filter_source.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

using filter::FilterUse;

/// A filter that must be here.
struct FilterNeed {
  std::uint32_t id = 0;
  std::string variable;  ///< its path, "/t2m"; may be empty
  FilterUse use = FilterUse::decode;
};

/// Returns where the filter is here and can do what is needed.
/// throws: as missing_filter; as half_filter where it does the other of encode and decode only. The
/// variable is the error's context.
void require_filter(const FilterNeed& need);

/// Registers a filter that libhdf5 lacks or has only a stand-in for: a program's, else a plugin's.
/// Whether there was one to register.
bool register_filter(std::uint32_t id);

/// Whether the filter is here and decodes. Without the error that require_filter has.
bool can_decode(std::uint32_t id);

}  // namespace ncf::plugin
