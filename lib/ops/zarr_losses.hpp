// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What Zarr cannot hold as netCDF-4 does, and what is noted of it:
//
//   null strings, NIL in CDL       become empty ones
//   attributes of reserved names   are left out: Zarr and NCZarr keep facts of their own there
//   the text "NaN"                 reads as a number in Zarr v3, which spells it so
//
// and in plain Zarr, which has names for the lengths of arrays instead of dimensions:
//
//   dimensions of no variable                  are left out
//   dimensions only of variables in subgroups  move to these groups
//   unlimited dimensions                       become fixed
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// The note. owner: "variable /t2m"
[[nodiscard]] std::string describe_null_strings(const std::string& owner, std::size_t count);

/// Makes attributes what Zarr can hold; dimensions stay, for the store to be made with. Returns a
/// note of each change, those of dimensions included.
std::vector<std::string> adapt_to_zarr(model::Schema& schema);

}  // namespace ncf::ops
