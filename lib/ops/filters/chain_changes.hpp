// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What must be changed in the filters of a new variable: in those requested, and in parameters that
// it takes from a file or a dump, where only the filter itself knows what they mean
// (filter/kernels/stored_parameters.hpp). I/O thread only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Leaves out the requested filters that are written with "?" and are missing, or refuse the
/// variable's type or chunks: libhdf5 would store them with it, and skip them for each chunk.
/// Returns a note for each.
[[nodiscard]] std::vector<std::string> leave_out_inapplicable(model::Schema& schema,
                                                              model::VariableId id);

/// Returns the filters that must not be left out.
[[nodiscard]] Chain without_optional(Chain chain);

/// Moves fletcher32 to the end if readers of Zarr need that. Returns whether it did.
bool put_checksum_last_for_zarr(model::Variable& variable);

/// Returns one note for the variables (by path) whose order changed; empty if there are none.
[[nodiscard]] std::optional<std::string> describe_checksums_last(
    const std::vector<std::string>& paths);

/// Returns the facts that parameters may depend on. chunk_shape: of its chunks.
[[nodiscard]] filter::ChunkLayout chunk_layout(const model::Variable& variable,
                                               const std::vector<std::size_t>& chunk_shape);

/// Returns the facts about the chunks in a file, whose elements may have another size than the
/// values that are read. form: of the variable in the file.
[[nodiscard]] filter::ChunkLayout stored_chunk_layout(const model::Variable& variable,
                                                      const model::StoredForm& form);

/// A variable in a file, with filters to be used again.
struct ExistingVariable {
  const model::Variable& variable;
  filter::ChunkLayout chunks;  ///< that its filters were given
};

/// Returns the filters of an existing variable as they can be given again, for chunks of the
/// layout; empty if one of them would store wrong parameters.
[[nodiscard]] std::optional<Chain> visible_chain_of(filter::FilterSource& filters,
                                                    const model::Variable& existing,
                                                    const filter::ChunkLayout& made);

/// Replaces parameters of a new variable that has the filters of an existing one, so that the
/// filters store the right ones for its chunks.
/// chunk_shape: of its chunks. option: requests other filters, for messages.
/// throws: Error(unsupported) naming the filter if it would store wrong parameters.
void reuse_filters(filter::FilterSource& filters, const ExistingVariable& existing,
                   const std::vector<std::size_t>& chunk_shape, std::string_view option,
                   model::Variable& made);

/// Replaces parameters of requested filters that are those stored for such chunks, as a dump shows
/// them. Returns warnings about those, and about others that may be stored ones for other chunks.
[[nodiscard]] std::vector<std::string> replace_stored_parameters(
    filter::FilterSource& filters, const std::vector<std::size_t>& chunk_shape,
    model::Variable& made);

}  // namespace ncf::ops
