// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether parameters that a file stores can be given to their filter again. The registry converts
// those it can read to visible form. Any other filter may add facts about the chunk to parameters
// that already contain some, or keep those of other chunks, and then uses the wrong ones. So it is
// bound to the chunks first, to see what it stores.
// I/O thread only, like FilterSource.
#pragma once

#include <optional>

#include "filter/kernels/filter_source.hpp"

namespace ncf::filter {

/// Returns whether the registry does not know what the stored parameters mean, only the filter
/// does.
[[nodiscard]] bool has_unknown_parameters(const StoredFilter& stored);

/// Returns a filter in visible form that stores the same parameters for the layout `of_stored`, and
/// the right ones for the layout `made`; empty if none is found.
[[nodiscard]] std::optional<Filter> visible_parameters_of(FilterSource& filters,
                                                          const StoredFilter& stored,
                                                          const ChunkLayout& of_stored,
                                                          const ChunkLayout& made);

/// Returns whether the filter only adds facts after parameters, and replaces facts that are there,
/// so that it does not matter whether a user's or stored ones are given.
[[nodiscard]] bool appends_facts(FilterSource& filters, const Filter& given,
                                 const ChunkLayout& layout);

}  // namespace ncf::filter
