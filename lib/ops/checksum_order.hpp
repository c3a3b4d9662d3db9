// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF-4's own order of filters, fletcher32 before shuffle, is not for Zarr: on values of 8 bytes
// its readers cannot undo it. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Puts fletcher32 last where readers of Zarr need that. Returns whether it did.
bool put_checksum_last_for_zarr(model::Variable& variable);

/// One note on the variables, by their paths, that this was done to; empty where there are none.
[[nodiscard]] std::optional<std::string> describe_checksums_last(
    const std::vector<std::string>& paths);

}  // namespace ncf::ops
