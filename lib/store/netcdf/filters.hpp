// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters of variables, through libnetcdf. Errors name the filter; the caller knows the variable.
// I/O thread only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::store::netcdf {

/// Adds a filter to a variable in define mode, by id and words as a user gives them or as a file
/// holds them. throws: Error(usage) for wrong words, Error(not_found) for a filter that is not
/// here, Error(unsupported) for a variable that cannot have it.
void add_filter(int ncid, int varid, const Filter& filter);

/// Ids of the variable's filters, in the order they apply.
std::vector<std::uint32_t> filter_ids(int ncid, int varid);

/// Words of a filter the variable has.
std::vector<std::uint32_t> filter_words(int ncid, int varid, std::uint32_t id);

/// All filters of the variable, in the order they apply.
Chain read_filters(int ncid, int varid);

/// throws: Error(not_found) naming the first filter that is not here.
void check_available(const Chain& filters);

/// "filter 307".
std::string filter_label(std::uint32_t id);

}  // namespace ncf::store::netcdf
