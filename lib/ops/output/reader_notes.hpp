// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notes on what a copy to another format keeps, although common readers of that format cannot read
// it.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Adds notes on filters requested in a schema of plain Zarr that zarr-python cannot read.
void note_zarr_python(const model::Schema& output, std::vector<std::string>& notes);

/// Adds a note on fill values in a schema of Zarr v3 or netCDF-4 with which xarray cannot open the
/// dataset.
void note_xarray(const model::Schema& output, std::vector<std::string>& notes);

/// output: the requested schema, with the variables of the plan, which has their filters.
void add_reader_notes(const model::Schema& output, CopyPlan& plan);

}  // namespace ncf::ops
