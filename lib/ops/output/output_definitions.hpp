// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The dimensions, names and attributes of an output, where a copy cannot take them over as they
// are, and its `history`.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Makes dimensions, names and attributes what the format of the schema can have, with notes.
/// throws: Error(unsupported), with advice, if it cannot name a group.
void adapt_definitions(model::Schema& schema, bool fixes_unlimited,
                       std::vector<std::string>& notes);

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
