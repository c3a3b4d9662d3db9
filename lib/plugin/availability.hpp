// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out which filters are available.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "filter/kernels/filter_source.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

using filter::FilterUse;

/// A filter that must be available.
struct FilterNeed {
  std::uint32_t id = 0;
  std::string variable;  ///< absolute path, "/t2m"; may be empty
  FilterUse use = FilterUse::decode;
};

/// A filter that this machine lacks, or has only in part.
class MissingFilter : public Error {
 public:
  using Error::Error;
};

/// Returns where the filter comes from, if it can do what `need` requires.
/// throws: MissingFilter, also if it only encodes or only decodes, and not as needed. The error's
/// context is the variable.
void require_filter(const FilterNeed& need);

/// Registers a filter that libhdf5 lacks or has only a placeholder for: the program's own, or else
/// a plugin's. Returns whether there was one.
bool register_missing(std::uint32_t id);

/// Returns whether the filter is available and decodes. Builds no error message, unlike
/// require_filter.
bool can_decode(std::uint32_t id);

}  // namespace ncf::plugin
