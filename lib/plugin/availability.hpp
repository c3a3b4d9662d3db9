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

namespace ncf::plugin {

using filter::FilterUse;

/// A filter that this machine lacks, or has only in part.
class MissingFilter : public Error {
 public:
  using Error::Error;
};

/// Requires that a filter is available, registered in libhdf5, and can do what it is used for.
/// variable: absolute path, "/t2m", which becomes the context of the error; may be empty.
/// throws: MissingFilter, also if it only encodes or only decodes, and not as needed.
void require_filter(std::uint32_t id, FilterUse use, const std::string& variable = {});

/// Registers a filter that libhdf5 lacks or has only a placeholder for: the program's own, or else
/// a plugin's. Returns whether there was one.
bool register_missing(std::uint32_t id);

/// Returns whether the filter is available and decodes. Builds no error message, unlike
/// require_filter.
bool can_decode(std::uint32_t id);

}  // namespace ncf::plugin
