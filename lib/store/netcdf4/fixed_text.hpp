// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts HDF5's fixed-length strings to netCDF's strings. Trailing NULs are padding. Trailing
// blanks are kept even if the type declares them as padding, because other libraries keep them.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string_view>

#include "model/values/values.hpp"

namespace ncf::store::netcdf4 {

/// Sets `strings` from index `first` on to `texts`, each `bytes` long. padding: of the type; with
/// NULLTERM, a NUL ends a text. throws: Error(corrupt) for a NUL inside a text, where netCDF's
/// strings would end.
void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first = 0);

}  // namespace ncf::store::netcdf4
