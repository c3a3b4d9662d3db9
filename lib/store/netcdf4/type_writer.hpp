// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF's types as HDF5's datatypes: named ones in the groups of a new file, as values lie in
// memory. I/O thread only.
// source: netCDF-4 file format specification, "Types"; HDF5 reference manual, H5T
#pragma once

#include <utility>
#include <vector>

#include "hdf5/calls.hpp"
#include "model/schema.hpp"

namespace ncf::store::netcdf4 {

class TypeWriter {
 public:
  /// Defines a type, which is not atomic, in `group`; those it is made of are defined already.
  /// throws: Error naming the type.
  void define(const hdf5::Handle& group, const model::TypeRef& type);

  /// What memory and, in the order of this machine, the file hold of a type. Lives as long as this.
  /// throws: Error(unsupported) for a type that was not defined.
  [[nodiscard]] hid_t native(const model::Type& type) const;

  /// The same in the order of bytes of a variable; only numbers have one. throws: Error.
  [[nodiscard]] hdf5::Handle in_file(const model::Type& type, model::ByteOrder order) const;

 private:
  [[nodiscard]] hdf5::Handle make(const model::Type& type) const;

  std::vector<std::pair<model::TypeRef, hdf5::Handle>> defined_;
  hdf5::Handle string_ = make_string();
  static hdf5::Handle make_string();
};

/// A text of that many bytes, at least one. throws: Error.
hdf5::Handle make_text_type(std::size_t bytes);

}  // namespace ncf::store::netcdf4
