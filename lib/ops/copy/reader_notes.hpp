// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notes on filters that a copy to another format keeps, although common readers of that format lack
// them.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Returns notes on filters requested in a schema of plain Zarr that zarr-python cannot read.
[[nodiscard]] std::vector<std::string> zarr_python_notes(const model::Schema& output);

/// output: the requested schema, with the variables of the plan, which has their filters.
void add_reader_notes(const model::Schema& output, CopyPlan& plan);

}  // namespace ncf::ops
