// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Unlimited dimensions are as long as in the input, whatever of their variables is copied. They
// grow with what is written: so a variable that is defined, but not copied, is made as long as in
// the input, and so is one that is copied, where it alone has a dimension and ends before it.
#pragma once

#include "model/chunk_store.hpp"
#include "model/dataset.hpp"
#include "ops/copy/plan.hpp"

namespace ncf::ops {

/// Whether that is to be looked after.
[[nodiscard]] bool must_extend(const PreparedCopy& prepared);

/// After all values are written. `output` has the ids of the output schema. throws: Error.
void extend_to_lengths(const PreparedCopy& prepared, model::ChunkStore& output);

/// The same for formats without chunks: writes the last fill value of what is not copied; what is
/// copied is as long as its dimensions there.
void extend_to_lengths(const PreparedCopy& prepared, model::Dataset& output);

}  // namespace ncf::ops
