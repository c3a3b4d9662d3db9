// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// That the filters of a variable are here is asked before anything is written.
#pragma once

#include <string>

#include "model/schema.hpp"
#include "model/source.hpp"
#include "plugin/availability.hpp"

namespace ncf::ops {

/// filters: Chain or StoredChain, to be used on the variable.
/// throws: as plugin::require_filter, naming the variable.
template <typename AnyChain>
void require_filters(const model::Schema& schema, model::VariableId id, const AnyChain& filters,
                     plugin::FilterUse use) {
  for (const auto& needed : filters) {
    plugin::require_filter({.id = needed.id, .variable = schema.variable_path(id), .use = use});
  }
}

/// Whether a variable's values can be decoded whatever its filter masks say.
bool has_all_filters(const model::Variable& variable);

/// Requires the filters of an input's variable to decode its values. As in libhdf5, one that is not
/// here is not needed if every chunk was stored without it, as its filter mask then says: a filter
/// that could not make a chunk smaller.
/// throws: as require_filters.
void require_filters_to_read(model::Source& input, model::VariableId id,
                             const StoredChain& filters);

}  // namespace ncf::ops
