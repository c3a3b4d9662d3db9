// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The stored form of an HDF5 dataset. I/O thread only.
#pragma once

#include "hdf5/library/calls.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/netcdf4/dimension_matcher.hpp"

namespace ncf::store::netcdf4 {

/// Reads the stored form. properties: the dataset's creation properties. file_type: of its
/// elements.
/// throws: Error.
model::StoredForm read_stored_form(const Extent& extent, const hdf5::Handle& properties,
                                   const hdf5::Handle& file_type);

}  // namespace ncf::store::netcdf4
