// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attributes of a group or dataset: those that users see, and those in which the netCDF-4
// format stores what HDF5 cannot express. I/O thread only.
// source: netCDF-4 file format specification; HDF5 dimension scale specification
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {

/// The hidden attributes of a dataset about dimensions, and those of the root about the file.
struct HiddenAttributes {
  bool is_scale = false;                  ///< CLASS: the dataset is a dimension scale
  std::string scale_name;                 ///< NAME: a scale's title, or that it is not a variable
  std::optional<int> dimension_id;        ///< _Netcdf4Dimid: of a scale
  std::vector<int> dimension_ids;         ///< _Netcdf4Coordinates: of the dataset's dimensions
  std::vector<haddr_t> scales;            ///< DIMENSION_LIST: one per dimension; undefined for none
  bool has_more_scales = false;           ///< DIMENSION_LIST has several for a dimension
  bool is_classic_model = false;          ///< _nc3_strict
  std::optional<std::string> properties;  ///< _NCProperties
  std::size_t count = 0;                  ///< number of these attributes
};

struct ReadAttributes {
  std::vector<model::Attribute> attributes;  ///< in order of creation
  HiddenAttributes hidden;
};

/// path: of the object, for findings. group: for the definition of unnamed types.
/// An attribute that cannot be read, or not exactly, is a finding. throws: Error.
ReadAttributes read_attributes(const hdf5::Handle& object, const std::string& path,
                               model::GroupId group, TypeReader& types,
                               std::vector<model::Finding>& findings);

}  // namespace ncf::store::netcdf4
