// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks of a variable's filters before anything is written: whether they are available, whether
// they keep the values, and whether they are all that the codecs of a Zarr input mean.
#pragma once

#include <string_view>

#include "filter/registry/registry.hpp"
#include "model/dataset/source.hpp"
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
    plugin::require_filter({.id = needed.id, .variable = schema.variable_path(id), .use = use});
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

}  // namespace ncf::ops
