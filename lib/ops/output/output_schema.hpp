// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the schema of the output from the input's schema and the options. Touches no file.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/packing.hpp"
#include "ops/select/chunk_spec.hpp"

namespace ncf::ops {

/// Returns the schema to create. choices: one for each variable, in order. Filters that a pattern
/// requests and that cannot encode the chunks of a variable are removed, with a note.
/// throws: Error naming the variable or dimension.
model::Schema make_output_schema(const CopyOptions& options, const model::Schema& input,
                                 Format format, const ChunkSpec& chunking,
                                 const ChunkSpec& sharding, std::vector<FilterChoice>& choices,
                                 std::vector<std::string>& notes);

/// Makes variables without values read as missing, instead of arbitrary memory. A fill value that
/// they cannot be filled with is converted or left out, with a note. has_values: of each variable.
void make_filled(model::Schema& schema, const std::vector<bool>& has_values,
                 std::vector<std::string>& notes);

/// Leaves out filters that cannot encode packed values, with notes.
void leave_out_by_packing(const Packings& packings, model::Schema& output,
                          std::vector<FilterChoice>& choices, std::vector<std::string>& notes);

}  // namespace ncf::ops
