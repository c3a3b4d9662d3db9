// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// In Zarr, fletcher32 must come after shuffle: readers of Zarr cannot undo netCDF-4's order,
// fletcher32 first, on values of 8 bytes. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Moves fletcher32 to the end if readers of Zarr need that. Returns whether it did.
bool put_checksum_last_for_zarr(model::Variable& variable);

/// Returns one note for the variables (by path) whose order changed; empty if there are none.
[[nodiscard]] std::optional<std::string> describe_checksums_last(
    const std::vector<std::string>& paths);

}  // namespace ncf::ops
