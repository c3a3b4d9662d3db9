// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// That the filters of a variable are here is asked before anything is written.
#pragma once

#include "model/schema.hpp"
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

}  // namespace ncf::ops
