// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Longitudes of a selection: those that differ by whole circles are equal, so a range over the
// border of a grid joins two runs of it, and one of them is shifted. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "ops/views/view_maker.hpp"

namespace ncf::ops {

/// Elements of a dimension that stay, and what is added to longitudes there.
struct Run {
  std::size_t start = 0;
  std::size_t count = 0;
  std::size_t step = 1;
  double shift = 0;
};

/// Writes longitudes as the range asks for them, with their bounds. Packed ones stay, and so do
/// unsigned integers, which have no negative longitudes.
/// runs: what remains along the dimension of the variable.
void shift_longitudes(ViewInMaking& view, model::VariableId variable, model::DimensionId dimension,
                      const std::vector<Run>& runs);

}  // namespace ncf::ops
