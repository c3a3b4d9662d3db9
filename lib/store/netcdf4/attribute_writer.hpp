// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes of a new netCDF-4 file: those of users, and those in which netCDF-4 keeps what HDF5
// has no word for. I/O thread only.
// source: netCDF-4 file format specification, "Attributes"
#pragma once

#include <cstddef>
#include <string>

#include "model/schema.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// Texts are a single string of HDF5, all else is a list; what is empty has no dataspace.
/// throws: Error naming the attribute.
void write_attribute(const hdf5::Handle& object, const model::Attribute& attribute,
                     const TypeWriter& types);

/// One number, as _Netcdf4Dimid. throws: Error.
void write_number(const hdf5::Handle& object, const char* name, int number);

/// bytes: of the string in the file; a NUL that ends it counts if there is room for it.
/// throws: Error.
void write_text(const hdf5::Handle& object, const char* name, const std::string& text,
                std::size_t bytes);

/// A list of values of any datatype; an empty one has no dataspace. throws: Error.
void write_list(const hdf5::Handle& object, const char* name, hid_t type, std::size_t count,
                const void* values);

}  // namespace ncf::store::netcdf4
