// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Types of HDF5 that libnetcdf takes for others: strings of a fixed length, which libnetcdf 4.9
// reads as other strings or beyond its memory, and floats wider than a double, whose bytes it takes
// for addresses. I/O thread only.
#pragma once

#include <hdf5.h>

#include <string_view>

#include "ncf/error.hpp"

namespace ncf::store::hdf5 {

/// Whether the type is a string of a fixed length. Single characters are netCDF's char.
bool is_fixed_text(hid_t type);

/// Whether there is any such string in the type.
bool has_fixed_text(hid_t type);

bool is_wide_float(hid_t type);

/// what: "its values are" and the like.
Error text_error(std::string_view what);
Error wide_float_error(std::string_view what);

}  // namespace ncf::store::hdf5
