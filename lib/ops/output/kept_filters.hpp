// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The input's filters of variables for which the user requests no others: which of them the output
// cannot have.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/packing.hpp"

namespace ncf::ops {

/// A variable of an output, with the request for its filters.
struct KeptFilters {
  model::Schema& schema;
  model::VariableId id;
  FilterChoice& choice;  ///< explains what is left out
  std::vector<std::string>& notes;

  [[nodiscard]] model::Variable& variable() const { return schema.variables[id]; }
};

/// Leaves out filters of scalars, which loses nothing, and of strings, with a note, if the output's
/// format cannot have them.
void leave_out_by_format(const KeptFilters& kept, Format input_format);

/// Leaves out filters that cannot encode the chunks of the output, or whose codecs in Zarr cannot
/// encode the values, with notes. Chunks as in the input are not checked: all of them may have
/// skipped the filter. Returns whether it left out any.
bool leave_out_by_chunks(const KeptFilters& kept, const model::Schema& input);

/// Leaves out filters that cannot encode packed values, with notes.
void leave_out_by_packing(const Packings& packings, model::Schema& output,
                          std::vector<FilterChoice>& choices, std::vector<std::string>& notes);

}  // namespace ncf::ops
