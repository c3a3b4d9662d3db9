// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines the dimensions of a file and of each variable. HDF5 has only lengths; the netCDF-4
// format represents dimensions by dimension scales and, where these are not enough, by hidden
// attributes. Unnamed lengths become anonymous dimensions, phony_dim_N. Pure functions.
// source: netCDF-4 file format specification
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/attribute_reader.hpp"

namespace ncf::store::netcdf4 {

/// The shape of a dataset.
struct Extent {
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> most;  ///< maximum length of each axis

  [[nodiscard]] std::size_t rank() const noexcept { return lengths.size(); }
  [[nodiscard]] bool is_unlimited(std::size_t axis) const {
    return most.at(axis) == model::unlimited;
  }
};

/// The information that determines a variable's dimensions.
struct Shape {
  model::GroupId group = 0;
  FoundObject object;  ///< the dataset
  Extent extent;
  HiddenAttributes hidden;
  std::optional<std::size_t> own;  ///< for a scale: its number among the scales
};

struct MatchedDimensions {
  std::vector<model::Dimension> dimensions;  ///< in the order of the schema
  /// For each dimension, how its length differs from that of its scale; empty if it does not.
  std::vector<std::string> lost_lengths;
  std::vector<std::vector<model::DimensionId>> of_variables;
  /// For each variable, texts of findings on dimensions that differ from those the file names, for
  /// example why one is not used.
  std::vector<std::vector<std::string>> notes;
};

/// Finds or creates the dimensions of all variables. Like libnetcdf and CDL, considers only groups
/// that come before the variable's, and for scales only those that contain it. A scale without an
/// extent gives its dimension the length of the first axis that names it; without such an axis
/// there is no dimension. groups: as in the schema. scales: in the order of the file.
MatchedDimensions match_dimensions(const std::vector<model::Group>& groups,
                                   const std::vector<Shape>& scales,
                                   const std::vector<Shape>& variables);

}  // namespace ncf::store::netcdf4
