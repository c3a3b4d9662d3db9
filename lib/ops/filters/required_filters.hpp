// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable's filters before anything is written: whether they are available, whether they keep
// the values, whether they are all that the codecs of a Zarr input mean, and what must be changed
// in those of a new variable. I/O thread only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "plugin/availability.hpp"

namespace ncf::ops {

/// Requires filters. filters: Chain or StoredChain, for use on the variable.
/// throws: as plugin::require_filter, naming the variable.
template <typename AnyChain>
void require_filters(const model::Schema& schema, model::VariableId id, const AnyChain& filters,
                     plugin::FilterUse use) {
  for (const auto& needed : filters) {
    const bool is_own_codec = filter::find_codec_without_filter(needed.id) != nullptr;
    if (is_own_codec && is_plain_zarr(schema.format)) continue;
    plugin::require_filter(needed.id, use, schema.variable_path(id));
  }
}

/// Returns whether all filters of a variable can decode, whichever of them its chunks skipped.
bool has_all_filters(const model::Variable& variable);

/// Requires the filters that decode the values of an input's variable. As in libhdf5, a filter may
/// be missing if the filter masks of all chunks skip it, for example because it made none smaller.
/// throws: as require_filters.
void require_filters_to_read(model::Source& input, model::VariableId id,
                             const StoredChain& filters);

/// Checks a chain with which libhdf5, not our kernels, encodes the variable.
/// throws: Error(unsupported) naming the variable if values could be lost.
void require_safe_in_libhdf5(const model::Schema& schema, model::VariableId id,
                             const StoredChain& filters);

/// Checks a chain with which the store, not our kernels, encodes the variable: it pads the last
/// chunks with fill values. remedy: what to do, for the message.
/// throws: Error(unsupported) naming the variable if a filter encodes padding together with values.
void require_safe_padding(const model::Schema& schema, model::VariableId id,
                          const StoredChain& filters, std::string_view remedy);

/// A remedy: then there is no padding.
constexpr std::string_view choose_full_chunks =
    "choose chunks whose lengths divide those of the dimensions";

/// Requires that the codecs of the input can encode if an output's variable keeps their filters and
/// not the stored bytes. asked: with the input's codecs. throws: Error(unsupported).
void require_codecs_to_encode(const model::Variable& asked);

/// Notes members of the input's codecs that no filter can express (CodecExtra in
/// filter/codecs/codec_json.hpp) and that the output lacks. asked: the output's schema as
/// requested, with the input's codecs. made: as created. Both have the variables of the plan.
void add_extra_notes(const model::Schema& asked, const model::Schema& made, CopyPlan& plan);

// ---- Changes of requested filters ----

/// Leaves out the requested filters that are written with "?" and are missing, or refuse the
/// variable's type or chunks: libhdf5 would store them with it, and skip them for each chunk.
/// Returns a note for each.
[[nodiscard]] std::vector<std::string> leave_out_inapplicable(model::Schema& schema,
                                                              model::VariableId id);

/// Returns the filters that must not be left out.
[[nodiscard]] Chain without_optional(Chain chain);

/// Moves fletcher32 to the end if readers of Zarr need that. Returns whether it did.
bool put_checksum_last_for_zarr(model::Variable& variable);

/// Adds one note for the variables (by path) whose order changed.
void note_checksums_last(const std::vector<std::string>& paths, std::vector<std::string>& notes);

// ---- Parameters that a new variable takes from a file or a dump ----

// Only the filter itself knows what they mean (filter/kernels/filter_source.hpp).

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
