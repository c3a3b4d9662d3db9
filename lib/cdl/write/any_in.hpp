// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells which groups have sections to write. Pure functions, any thread.
#pragma once

#include <algorithm>

#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// Returns whether any of a schema's types, dimensions or variables is in `group`.
template <class Things>
bool any_in(const Things& things, model::GroupId group) {
  return std::any_of(things.begin(), things.end(),
                     [group](const auto& thing) { return thing.group == group; });
}

}  // namespace ncf::cdl
