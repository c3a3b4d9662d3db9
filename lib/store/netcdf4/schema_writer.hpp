// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A schema as the objects of a new HDF5 file, in the order in which libnetcdf makes them, so that
// every reader finds what it expects. I/O thread only.
// source: netCDF-4 file format specification
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hdf5/calls.hpp"
#include "model/schema.hpp"
#include "model/stored_form.hpp"
#include "store/netcdf4/objects.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// A dataset that was made for a variable.
struct WrittenDataset {
  std::string path;
  Place place;
  model::StoredForm form;
};

/// What was made.
struct WrittenSchema {
  model::Schema schema;                  ///< as the file has it: chunks, filters, byte orders
  std::vector<WrittenDataset> datasets;  ///< in the order of the variables
  TypeWriter types;
  /// Of each dimension the dataset that grows with it though nothing is written to it: its
  /// coordinate variable. Empty where there is none.
  std::vector<std::optional<model::VariableId>> coordinates;
};

/// Makes all of `schema` in a new, empty file. throws: Error naming the group, dimension, type or
/// variable at fault.
WrittenSchema write_schema(const hdf5::Handle& file, const model::Schema& schema);

}  // namespace ncf::store::netcdf4
