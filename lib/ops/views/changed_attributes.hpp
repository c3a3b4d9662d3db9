// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Sets and removes attributes of a view: `--attribute`. Pure functions, any thread.
//
// source: ncfcopy(1), ATTRIBUTES
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Changes attributes of variables and groups. texts: "VARIABLES@NAME=VALUE" or
/// "GROUP/@NAME=VALUE"; without a value, the attribute is removed. throws: Error(usage, not_found,
/// unsupported) naming the text.
void change_attributes(model::Schema& schema, const std::vector<std::string>& texts);

}  // namespace ncf::ops
