// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The schema of an HDF5 file as netCDF-4 sees it. I/O thread only.
// source: netCDF-4 file format specification
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// How the values of a variable are read.
struct StoredVariable {
  std::string name;            ///< of the dataset, in its group
  Place place;                 ///< of the dataset
  hdf5::Handle memory;         ///< what libhdf5 is to give values as
  std::size_t text_bytes = 0;  ///< of each string of a fixed length; 0 for anything else
  model::StoredForm form;
  std::optional<Error> fault;  ///< why values must not be read
};

struct OpenSchema {
  model::Schema schema;
  std::vector<Place> groups;              ///< in the order of the schema's
  std::vector<StoredVariable> variables;  ///< in the order of the schema's
  model::Provenance provenance;
};

/// Reads everything but the values of variables. What cannot be read, or not as it is, is among the
/// schema's findings. follow_external: whether other files may be read, too. throws: Error.
OpenSchema read_schema(const hdf5::Handle& file, bool follow_external);

}  // namespace ncf::store::netcdf4
