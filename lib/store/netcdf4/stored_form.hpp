// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an HDF5 dataset is made of, in the words of the model. I/O thread only.
#pragma once

#include "hdf5/calls.hpp"
#include "model/stored_form.hpp"
#include "store/netcdf4/dimension_matcher.hpp"

namespace ncf::store::netcdf4 {

/// Of a dataset of this extent. properties: with which it was made. file_type: of its elements.
/// throws: Error.
model::StoredForm read_stored_form(const Extent& extent, const hdf5::Handle& properties,
                                   const hdf5::Handle& file_type);

}  // namespace ncf::store::netcdf4
