// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables that are defined, but not copied: they hold fill values and are as long as in the
// input. An unlimited dimension grows with what is written, so one that only they have would be
// empty.
#pragma once

#include "model/chunk_store.hpp"
#include "model/dataset.hpp"
#include "ops/copy/plan.hpp"

namespace ncf::ops {

/// Whether any of them has an unlimited dimension that is not empty in the input.
[[nodiscard]] bool must_extend_filled(const PreparedCopy& prepared);

/// Makes them as long as in the input. `output` has the ids of the output schema. throws: Error.
void extend_filled(const PreparedCopy& prepared, model::ChunkStore& output);

/// The same for formats without chunks: writes the last fill value of each.
void extend_filled(const PreparedCopy& prepared, model::Dataset& output);

}  // namespace ncf::ops
