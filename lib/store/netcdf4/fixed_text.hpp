// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// HDF5's strings of a fixed length as netCDF's strings. NULs at the end are padding, and blanks are
// text: they may be padding where the type says so, but other libraries read them all the same.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string_view>

#include "model/values.hpp"

namespace ncf::store::netcdf4 {

/// Makes the `strings` from `first` on of `texts`, each `bytes` long. padding: of the type; where
/// it is NULLTERM, a NUL ends a text. throws: Error(corrupt) for a NUL inside a text, where
/// netCDF's strings end.
void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first = 0);

}  // namespace ncf::store::netcdf4
