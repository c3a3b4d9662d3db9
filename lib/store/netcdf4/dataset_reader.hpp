// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the properties of an HDF5 dataset, except its attributes, and whether it has values. I/O
// thread only.
// source: HDF5 reference manual, H5P
#pragma once

#include "hdf5/library/calls.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/dimension_matcher.hpp"

namespace ncf::store::netcdf4 {

/// Returns false for a dataset with a null dataspace, which has no values.
bool has_extent(const hdf5::Handle& dataset);

/// throws: Error(unsupported) for a dataset with a null dataspace.
Extent read_extent(const hdf5::Handle& dataset);

/// Sets layout, filters, byte order and fill mode of `variable`, which already has its attributes.
/// form, properties, file_type: of the dataset. throws: Error.
void set_storage(const model::StoredForm& form, const hdf5::Handle& properties, hid_t file_type,
                 model::Variable& variable);

/// Returns whether unwritten values read as zeros because there is no fill value. properties: the
/// dataset's creation properties. throws: Error.
bool reads_zeros(const hdf5::Handle& properties);

/// Returns the fill value that the dataset defines, one value as in memory; zeros if it defines
/// none. properties: the dataset's creation properties. read: the type of its values.
/// throws: Error.
model::Values read_fill(const hdf5::Handle& properties, const ReadType& read);
/// Does the same for strings of fixed length, with their padding.
std::string read_text_fill(const hdf5::Handle& properties, const ReadType& read);

/// Reads the stored form. properties: the dataset's creation properties. file_type: of its
/// elements. throws: Error.
model::StoredForm read_stored_form(const Extent& extent, const hdf5::Handle& properties,
                                   const hdf5::Handle& file_type);

/// Returns whether any stored value differs from the fill value. Also true if this cannot be
/// checked without a filter or another file. throws: Error.
bool has_written_values(const hdf5::Handle& dataset);

}  // namespace ncf::store::netcdf4
