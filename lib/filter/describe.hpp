// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters in words for people: `zstd level=3`, `szip mask=nn pixels_per_block=32`. Pure functions,
// any thread.
#pragma once

#include <string>

#include "filter/registry.hpp"
#include "filter/words.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Name and parameters, those included that the filter fills in for missing words, those left out
/// that say only what the variable is. What cannot be read is counted: `filter 33000 (5 words)`.
std::string describe(const Filter& filter);
std::string describe(const StoredFilter& filter);

/// The filters, joined by " | ".
std::string describe(const Chain& chain);
std::string describe(const StoredChain& chain);

/// The same as a user would write it: `zstd,level=3`. Parsed and resolved it gives the words of
/// these values.
std::string format_named(const FilterFacts& facts, const Layout& layout, const Values& values);

}  // namespace ncf::filter
