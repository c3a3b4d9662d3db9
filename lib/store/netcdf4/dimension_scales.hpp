// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The dimension scales of a new file: which dataset is the scale of each dimension, and which
// datasets use it. HDF5's own functions rewrite the list of users for each user, in quadratic time.
// This code writes each list once, when all datasets exist. I/O thread only.
// source: HDF5 dimension scale specification
#pragma once

#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/schema/schema.hpp"

namespace ncf::store::netcdf4 {

/// Makes a dataset a scale. title: value of its attribute NAME. throws: Error.
void mark_as_scale(const hdf5::Handle& dataset, const std::string& title);

class DimensionScales {
 public:
  /// throws: Error.
  explicit DimensionScales(std::size_t dimension_count);

  /// throws: Error.
  void set_scale(model::DimensionId dimension, const hdf5::Handle& dataset);

  /// Records the dimensions of a dataset that is not a scale, and writes its list of scales: now if
  /// they all exist, otherwise later. throws: Error.
  void add_user(const hdf5::Handle& dataset, std::vector<model::DimensionId> dimensions);

  /// Writes the remaining lists of scales, and the list of users in each scale. throws: Error.
  void attach(const hdf5::Handle& file) const;

 private:
  struct Use {
    hobj_ref_t dataset;
    int axis;
    int padding = 0;  ///< explicit, so that equal files have equal bytes
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
  std::vector<User> users_;    ///< created before their scales
};

}  // namespace ncf::store::netcdf4
