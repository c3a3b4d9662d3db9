// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the variables worth tuning.
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Why a variable is not tuned.
struct NotTuned {
  std::string reason;           ///< empty if it is tuned
  bool may_get_filters = true;  ///< it may get the filters of the others
};

/// One for each variable. Small variables that together hold less than one percent of all bytes are
/// skipped. names: tune only these, even if small; empty for all. throws: as find_variables.
[[nodiscard]] std::vector<NotTuned> reasons_not_to_tune(const model::Schema& schema,
                                                        const std::vector<std::string>& names);

}  // namespace ncf::ops
