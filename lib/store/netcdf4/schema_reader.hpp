// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the schema of an HDF5 file as netCDF-4 interprets it. I/O thread only.
// source: netCDF-4 file format specification
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "store/netcdf4/objects.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {

/// How to read the values of a variable.
struct StoredVariable {
  std::string name;  ///< of the dataset, in its group
  Place place;       ///< of the dataset
  ReadType read;
  model::StoredForm form;
  std::optional<Error> fault;         ///< why the values must not be read
  std::set<std::string> other_files;  ///< that contain values of it
};

struct OpenSchema {
  model::Schema schema;
  std::vector<Place> groups;              ///< in the order of the schema
  std::vector<StoredVariable> variables;  ///< in the order of the schema
  model::Provenance provenance;
  std::set<std::string> other_files;  ///< source: model::Source::other_files
};

/// Reads everything except the values of variables. What cannot be read, or not exactly, is among
/// the findings of the schema. throws: Error.
OpenSchema read_schema(const hdf5::Handle& file, OtherFiles others);

}  // namespace ncf::store::netcdf4
