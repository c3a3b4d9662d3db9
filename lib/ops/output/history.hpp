// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attribute `history`, as NCO writes it: a line for each program that made or changed a file,
// the last one first.
// source: CF conventions 1.11, section 2.6.2; NCO user guide, History Attribute
#pragma once

#include <string>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Adds a line at the beginning of the dataset's attribute, or creates the attribute.
/// throws: Error(unsupported) if the attribute is not text.
void add_history(model::Schema& schema, const std::string& line);

}  // namespace ncf::ops
