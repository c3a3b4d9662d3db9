// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What Zarr cannot hold as netCDF-4 does, and what is noted of it:
//
//   null strings, NIL in CDL       become empty ones
//   attributes of reserved names   are left out: Zarr and NCZarr keep facts of their own there
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// The note. owner: "variable /t2m"
[[nodiscard]] std::string describe_null_strings(const std::string& owner, std::size_t count);

/// Makes attributes what Zarr can hold. Returns a note for each that changes.
std::vector<std::string> adapt_attributes_to_zarr(model::Schema& schema);

}  // namespace ncf::ops
