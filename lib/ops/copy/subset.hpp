// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which part of the input is copied: `-v`, `-V`, `-g` and `-G`.
// source: nccopy(1)
#pragma once

#include <vector>

#include "model/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// A part of a dataset as a schema of its own, whose variables know where they come from.
struct Subset {
  model::Schema schema;                      ///< the part, ids anew
  std::vector<model::VariableId> input_ids;  ///< of its variables in the input, in order
  std::vector<bool> has_values;              ///< of its variables: values are copied, not only
                                             ///< the definition
  std::vector<bool> is_coordinate;           ///< of its variables: in the input as a whole
};

/// All of `input`, or the part the options name.
/// throws: Error(usage) for an empty name; Error(not_found) for one that nothing has.
Subset choose_subset(const CopyOptions& options, const model::Schema& input);

}  // namespace ncf::ops
