// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes that libnetcdf cuts or misreads. I/O thread only.
#pragma once

#include "model/schema.hpp"
#include "store/hdf5/survey.hpp"

namespace ncf::store::hdf5 {

/// Looks at those attributes of a file that libnetcdf may have cut or misread. schema: what
/// libnetcdf read of the file.
/// throws: Error(unsupported) naming one that netCDF cannot hold: an array of strings of which one
/// has a NUL inside, or values of a user's type with strings of a fixed length.
void require_whole_attributes(const Survey& survey, const model::Schema& schema);

}  // namespace ncf::store::hdf5
