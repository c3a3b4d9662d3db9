// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Codecs of Zarr as numcodecs writes them, `{"id":"zstd","level":5}`, and the filters that do the
// same. Driven by the registry's `Codec` rows. Pure functions, any thread.
//
// source: numcodecs' codec configurations
#pragma once

#include <string_view>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// The filter, in user form, of a numcodecs object. Members that are missing have numcodecs' own
/// defaults, which may differ from the filter's.
/// throws: Error (syntax) for an id or a member the registry does not know, a value the filter
/// does not allow, and a codec whose bytes differ from the filter's.
Filter filter_from_numcodecs(std::string_view json);

}  // namespace ncf::filter
