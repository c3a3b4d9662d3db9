// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attribute `history`: a line for each program that made or changed a file, the last one first,
// as NCO writes it.
// source: CF conventions 1.11, section 2.6.2; NCO user guide, History Attribute
#pragma once

#include <string>

#include "model/schema.hpp"

namespace ncf::ops {

/// Puts a line before those in the dataset's attribute, or adds the attribute.
/// throws: Error(unsupported) if the attribute is no text.
void add_history(model::Schema& schema, const std::string& line);

}  // namespace ncf::ops
