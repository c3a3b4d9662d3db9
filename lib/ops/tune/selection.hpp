// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which variables are worth tuning.
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Why a variable is not tuned.
struct NotTuned {
  std::string reason;           ///< empty where it is tuned
  bool may_get_filters = true;  ///< as all others do, without harm
};

/// One a variable. Of those that could be tuned, small ones are left out that all together hold
/// less than a hundredth of the bytes of all. names: the only ones that are wanted, however small;
/// empty for all. throws: as find_variables.
[[nodiscard]] std::vector<NotTuned> reasons_not_to_tune(const model::Schema& schema,
                                                        const std::vector<std::string>& names);

}  // namespace ncf::ops
