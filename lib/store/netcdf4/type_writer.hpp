// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps netCDF's types to HDF5's datatypes: named types in the groups of a new file, with the layout
// of values in memory. I/O thread only.
// source: netCDF-4 file format specification, "Types"; HDF5 reference manual, H5T
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

class TypeWriter {
 public:
  /// Defines a user-defined type in `group`; the types it consists of are already defined.
  /// throws: Error naming the type.
  void define(const hdf5::Handle& group, const model::TypeRef& type);

  /// Returns the datatype for memory. Valid as long as this object.
  /// throws: Error(unsupported) for a type that was not defined.
  [[nodiscard]] hid_t native(const model::Type& type) const;

  /// Returns the datatype for the file, in a variable's byte order, which only numbers have.
  /// object: in the file. throws: Error.
  [[nodiscard]] hdf5::Handle in_file(const hdf5::Handle& object, const model::Type& type,
                                     model::ByteOrder order = model::ByteOrder::native) const;

 private:
  struct Defined {
    model::TypeRef type;
    hdf5::Handle native;
    const std::size_t* alike;  ///< number of defined types with this structure, in `structures_`
    Place place;  ///< of the named type, which would keep the file open if it were open
  };

  [[nodiscard]] hdf5::Handle make(const model::Type& type) const;
  [[nodiscard]] const Defined& definition_of(const model::Type& type) const;

  std::vector<Defined> defined_;
  std::unordered_map<std::string, std::size_t> structures_;  ///< of all types in `defined_`
  hdf5::Handle string_ = make_string();
  static hdf5::Handle make_string();
  static hdf5::Handle without_times();
};

/// Returns whether arrays in the type have values of variable length.
[[nodiscard]] bool has_arrays_of_variable_length(const model::Type& type) noexcept;

/// Returns a string type of this length, at least one. throws: Error.
hdf5::Handle make_text_type(std::size_t bytes);

}  // namespace ncf::store::netcdf4
