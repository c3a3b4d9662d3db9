// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the names of the input mean for a netCDF-4 output.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Leaves out attributes with names that netCDF-4 reserves, with a note.
void leave_out_special(model::Schema& schema, std::vector<std::string>& notes);

/// throws: Error(unsupported), with advice, if netCDF cannot name a group.
void require_names_of_groups(const model::Schema& schema);

}  // namespace ncf::ops
