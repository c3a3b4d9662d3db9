// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable as filters see it. I/O thread only.
#pragma once

#include "filter/kernel.hpp"

namespace ncf::store::netcdf {

/// The elements and the chunk of a variable. Without chunks, the chunk is the whole shape, with
/// unlimited dimensions counted as 1. throws: Error.
filter::ChunkLayout chunk_layout(int ncid, int varid);

}  // namespace ncf::store::netcdf
