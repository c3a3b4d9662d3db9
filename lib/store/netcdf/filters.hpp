// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters of variables, through libnetcdf. Errors are StatusErrors and name the filter; the caller
// adds the variable.
// I/O thread only.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "filter/kernels/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::store::netcdf {

/// Adds a filter to a variable in define mode. For szip and shuffle, the parameters may be in
/// stored form.
/// throws: Error(not_found) for a filter that is not available, Error(unsupported) for a variable
/// that cannot have it, Error(usage) after define mode.
void add_filter(int ncid, int varid, const Filter& filter);

/// throws: Error(unsupported) for a variable that cannot have any filter.
void require_filterable(int ncid, int varid);

/// Returns all filters of the variable, in the order of encoding.
StoredChain read_filters(int ncid, int varid);

/// Sets how libnetcdf rounds values, and returns it: a mode of netcdf.h, and the digits.
/// throws: Error(unsupported) for a type or digits that the mode does not allow.
void define_quantization(int ncid, int varid, int mode, int digits);
std::pair<int, int> read_quantization(int ncid, int varid);

/// Returns the elements and the chunk of a variable, as filters see them. Without chunks, the chunk
/// is the whole shape, with unlimited dimensions counted as 1. throws: Error.
filter::ChunkLayout chunk_layout(int ncid, int varid);

/// Returns "/t2m", "/forecast/t2m". throws: Error(not_found).
std::string variable_path(int ncid, int varid);

}  // namespace ncf::store::netcdf
