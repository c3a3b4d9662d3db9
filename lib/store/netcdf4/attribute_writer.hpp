// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the attributes of a new netCDF-4 file: those of users, and those in which netCDF-4 stores
// what HDF5 cannot express. I/O thread only.
// source: netCDF-4 file format specification, "Attributes"
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "hdf5/library/calls.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// Writes text as a single HDF5 string, other values as a list; an empty list has a null dataspace.
/// throws: Error naming the attribute; Error(unsupported) for more than HDF5 can number.
void write_attributes(const hdf5::Handle& object, std::span<const model::Attribute> attributes,
                      const TypeWriter& types);

/// Writes one number, for example _Netcdf4Dimid, or some, for example _Netcdf4Coordinates. They are
/// little-endian on every machine, because libnetcdf reads lists as they are. throws: Error.
void write_number(const hdf5::Handle& object, const char* name, int number);
void write_numbers(const hdf5::Handle& object, const char* name, std::span<const int> numbers);

/// bytes: length of the string in the file; includes a terminating NUL if it fits.
/// throws: Error.
void write_text(const hdf5::Handle& object, const char* name, const std::string& text,
                std::size_t bytes);

/// Writes a list of values of any datatype; an empty list has a null dataspace. throws: Error.
void write_list(const hdf5::Handle& object, const char* name, const hdf5::Handle& type,
                std::size_t count, const void* values);

}  // namespace ncf::store::netcdf4
