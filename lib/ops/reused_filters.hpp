// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of filters that a new variable takes from a file or a dump, where only the filter
// itself knows what they mean: see filter/kernels/given_again.hpp.
// I/O thread only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Returns the facts that parameters may depend on. chunk_shape: of its chunks.
[[nodiscard]] filter::ChunkLayout chunk_layout(const model::Variable& variable,
                                               const std::vector<std::size_t>& chunk_shape);

/// Returns the filters of an existing variable as they can be given again, also for other chunks;
/// empty if one of them would change its parameters.
[[nodiscard]] std::optional<Chain> find_visible_form(filter::FilterSource& filters,
                                                     const model::Variable& existing);

/// Replaces parameters of a new variable that has the filters of an existing one, so that the
/// filters store the right ones for its chunks. option: requests other filters, for messages.
/// throws: Error(unsupported) naming the filter if it would change its parameters.
void reuse_filters(filter::FilterSource& filters, const model::Variable& existing,
                   std::string_view option, model::Variable& made);

/// Replaces parameters of requested filters that are those stored for such chunks, as a dump shows
/// them. Returns a warning about those that may be stored ones for other chunks.
[[nodiscard]] std::optional<std::string> settle_parameters(
    filter::FilterSource& filters, const std::vector<std::size_t>& chunk_shape,
    model::Variable& made);

}  // namespace ncf::ops
