// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a filter sees of a variable. I/O thread only.
#pragma once

#include "filter/kernel.hpp"

namespace ncf::store::netcdf {

/// The elements and the chunk of a variable; of one that has no chunks yet, its whole shape, where
/// an unlimited dimension counts as 1. throws: Error.
filter::ChunkLayout chunk_layout(int ncid, int varid);

}  // namespace ncf::store::netcdf
