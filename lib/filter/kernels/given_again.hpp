// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether parameters that a file stores can be given to their filter again. The registry converts
// those it can read to visible form. Any other filter may add facts about the chunk to parameters
// that already contain some, and then uses the wrong ones, so it is asked first.
// I/O thread only, like FilterSource.
#pragma once

#include <optional>

#include "filter/kernels/filter_source.hpp"

namespace ncf::filter {

/// Returns whether only the filter itself knows what its stored parameters mean.
[[nodiscard]] bool is_private(const StoredFilter& stored);

/// Returns a filter in visible form from which it makes the stored parameters again, with the same
/// layout; empty if none is found.
[[nodiscard]] std::optional<Filter> find_visible_form(FilterSource& filters,
                                                      const StoredFilter& stored,
                                                      const ChunkLayout& layout);

/// Returns whether the filter only adds facts after parameters, and replaces facts that are there,
/// so that it does not matter whether a user's or stored ones are given.
[[nodiscard]] bool adds_only_after(FilterSource& filters, const Filter& given,
                                   const ChunkLayout& layout);

}  // namespace ncf::filter
