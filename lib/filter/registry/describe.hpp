// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Describes filters for people: `zstd level=3`, `szip mask=nn pixels_per_block=32`. Pure functions,
// any thread.
#pragma once

#include <string>

#include "filter/registry/cd_values.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Returns name and parameters, with the filter's defaults for missing ones and without those that
/// only describe the variable. Unknown parameters are counted: `filter 33000 (5 parameters)`. A
/// flag other than the usual one follows: `zstd level=3 (optional)`.
std::string describe(const Filter& filter);
std::string describe(const StoredFilter& filter);

/// Returns the filters, joined by " | ".
std::string describe(const Chain& chain);
std::string describe(const StoredChain& chain);

/// Returns the same in the syntax of filter specs, `zstd,level=3`. Parsing and resolving it gives
/// the cd_values of these values.
std::string format_named(const FilterFacts& facts, const Layout& layout, const Values& values);

}  // namespace ncf::filter
