// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attributes of an output and the names in it, where a copy cannot take them over as they are.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Leaves out attributes with names that netCDF-4 reserves, with a note.
void leave_out_special(model::Schema& schema, std::vector<std::string>& notes);

/// throws: Error(unsupported), with advice, if netCDF cannot name a group.
void require_names_of_groups(const model::Schema& schema);

/// Checks that a copy that replaces its input keeps all of it, because nothing else has it.
/// output: made from `input`, with the same groups and variables. throws: Error(unsupported) naming
/// an attribute that is left out, or a group, dimension or variable that gets another name.
void require_kept_in_place(const model::Schema& input, const model::Schema& output);

/// Adds a line at the beginning of the dataset's attribute `history`, or creates the attribute. As
/// NCO writes it, it has a line for each program that made or changed a file, the last one first.
/// throws: Error(unsupported) if the attribute is not text.
/// source: CF conventions 1.11, section 2.6.2; NCO user guide, History Attribute
void add_history(model::Schema& schema, const std::string& line);

}  // namespace ncf::ops
