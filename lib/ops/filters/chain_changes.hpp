// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What must be changed in the filters that are requested for a variable. I/O thread only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Leaves out the requested filters that are written with "?" and are missing, or refuse the
/// variable's type or chunks: libhdf5 would store them with it, and skip them for each chunk.
/// Returns a note for each.
[[nodiscard]] std::vector<std::string> leave_out_inapplicable(model::Schema& schema,
                                                              model::VariableId id);

/// Returns the filters that must not be left out.
[[nodiscard]] Chain without_optional(Chain chain);

/// Moves fletcher32 to the end if readers of Zarr need that. Returns whether it did.
bool put_checksum_last_for_zarr(model::Variable& variable);

/// Returns one note for the variables (by path) whose order changed; empty if there are none.
[[nodiscard]] std::optional<std::string> describe_checksums_last(
    const std::vector<std::string>& paths);

}  // namespace ncf::ops
