// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a dataset of HDF5 says of itself, apart from its attributes and values. I/O thread only.
// source: HDF5 reference manual, H5P
#pragma once

#include "hdf5/calls.hpp"
#include "model/schema.hpp"
#include "store/netcdf4/dimension_matcher.hpp"

namespace ncf::store::netcdf4 {

/// throws: Error(unsupported) for a dataset that is made to hold nothing.
Extent read_extent(const hdf5::Handle& dataset);

/// Reads layout, filters, byte order and how values are filled; `variable` has its attributes.
/// properties: with which the dataset was made. throws: Error.
void read_storage(const hdf5::Handle& properties, hid_t file_type, std::size_t rank,
                  model::Variable& variable);

/// Whether zeros are read where nothing was written, because there is no fill value. properties:
/// the dataset was created with them. throws: Error.
bool reads_zeros(const hdf5::Handle& properties);

/// One value, as memory holds it, that is read where nothing was written, as far as the dataset
/// itself says so; zeros where it does not. memory: the type of the value.
model::Values read_fill(const hdf5::Handle& dataset, hid_t memory, const model::TypeRef& type);

}  // namespace ncf::store::netcdf4
