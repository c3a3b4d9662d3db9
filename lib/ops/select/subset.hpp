// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of the input that is copied: `-v`, `-V`, `-g` and `-G`.
// source: nccopy(1)
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// A part of a dataset as a schema of its own, with the variables' ids in the input.
struct Subset {
  model::Schema schema;                      ///< the part, with new ids
  std::vector<model::VariableId> input_ids;  ///< for each variable, its id in the input
  std::vector<bool> has_values;  ///< for each variable: whether its values are copied as well
  /// Paths of variables that the selected ones refer to, for example their coordinates, and that
  /// are left out.
  std::vector<std::string> without;
  std::vector<bool> is_coordinate;  ///< for each variable: whether it is one in the whole input
};

/// Returns the whole `input`, or the part that the options select.
/// throws: Error(usage) for an empty name; Error(not_found) for a name that does not exist.
Subset choose_subset(const CopyOptions& options, const model::Schema& input);

}  // namespace ncf::ops
