// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From the schema of the input and what was asked to the schema of the output. No file is touched.
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/chunk_spec.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/output_place.hpp"

namespace ncf::ops {

/// The format of the output: what was asked or its name says, else the input's, else netCDF-4 where
/// filters, compression or chunks are asked for that the input's format cannot hold, or the input
/// is a folder and the output a file.
/// throws: Error(usage) when a format without filters is asked for together with filters, or
/// another than the name says.
Format choose_format(const CopyOptions& options, const OutputPlace& place,
                     const FilterRequest& filters, const model::Schema& input);

/// The schema to create. `choices`: one per variable, in order.
/// throws: Error naming the variable or dimension.
model::Schema make_output_schema(const CopyOptions& options, const model::Schema& input,
                                 Format format, const ChunkSpec& chunking,
                                 const std::vector<FilterChoice>& choices,
                                 std::vector<std::string>& notes);

/// What is not written of the variable must read as missing, not as what was in memory. A fill
/// value that cannot be written becomes one that can, or is left out; `notes` tell of it.
void make_filled(model::Schema& schema, model::VariableId variable,
                 std::vector<std::string>& notes);

}  // namespace ncf::ops
