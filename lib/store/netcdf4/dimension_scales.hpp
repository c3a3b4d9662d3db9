// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The dimension scales of a new file: which dataset is the scale of which dimension, and which use
// it. HDF5's own functions write the list of users anew for each of them, in quadratic time; here
// each list is written once, when all datasets are there. I/O thread only.
// source: HDF5 dimension scale specification
#pragma once

#include <string>
#include <vector>

#include "hdf5/calls.hpp"
#include "model/schema.hpp"

namespace ncf::store::netcdf4 {

/// Makes a dataset a scale. title: what NAME says of it. throws: Error.
void mark_as_scale(const hdf5::Handle& dataset, const std::string& title);

class DimensionScales {
 public:
  /// throws: Error.
  explicit DimensionScales(std::size_t dimension_count);

  /// throws: Error.
  void set_scale(model::DimensionId dimension, const hdf5::Handle& dataset);

  /// The dataset, which is no scale, has these dimensions: writes which scales it uses, now if all
  /// of them are there, else later. throws: Error.
  void add_user(const hdf5::Handle& dataset, std::vector<model::DimensionId> dimensions);

  /// Writes what is left once all are there, and in each scale who uses it. throws: Error.
  void attach(const hdf5::Handle& file) const;

 private:
  struct Use {
    hobj_ref_t dataset;
    int axis;
    int padding = 0;  ///< the file has it too: equal files are equal bytes
  };
  struct Scale {
    hobj_ref_t dataset = 0;
    std::vector<Use> uses;
  };
  struct User {
    hobj_ref_t dataset;
    std::vector<model::DimensionId> dimensions;
  };

  void write_scales(const hdf5::Handle& dataset,
                    const std::vector<model::DimensionId>& dimensions) const;

  hdf5::Handle list_type_;
  std::vector<Scale> scales_;  ///< by dimension
  std::vector<User> users_;    ///< that were there before their scales
};

}  // namespace ncf::store::netcdf4
