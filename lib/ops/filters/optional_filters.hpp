// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Optional filters that are requested for a variable on which they cannot be used. libhdf5 would
// store them with it, and skip them for each chunk.
// I/O thread only.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Leaves out the requested filters that are written with "?" and are missing, or refuse the
/// variable's type or chunks. Returns a note for each.
[[nodiscard]] std::vector<std::string> leave_out_inapplicable(model::Schema& schema,
                                                              model::VariableId id);

/// Returns the filters that must not be left out.
[[nodiscard]] Chain without_optional(Chain chain);

}  // namespace ncf::ops
