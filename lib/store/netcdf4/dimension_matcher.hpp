// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines the dimensions of a file and of each variable. HDF5 has only lengths; the netCDF-4
// format represents dimensions by dimension scales and, where these are not enough, by hidden
// attributes. Unnamed lengths become dimensions with made-up names. Pure functions.
// source: netCDF-4 file format specification
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/schema/schema.hpp"
#include "model/stored_form.hpp"
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
  Extent extent;
  HiddenAttributes hidden;
  std::optional<std::size_t> own;  ///< the dimension of which it is the scale, see `add_scale`
};

class DimensionMatcher {
 public:
  /// Adds a scale; call it in the order of the file, before `match`. name: of the dataset at
  /// `address`. Returns the value of `Shape::own` for its variable, if it is one.
  std::size_t add_scale(model::GroupId group, const std::string& name, haddr_t address,
                        const Extent& extent, const HiddenAttributes& hidden);

  /// Finds or creates the dimensions of all variables. Like libnetcdf and CDL, considers only
  /// groups that come before the variable's. groups: as in the schema.
  /// Returns for each variable why a dimension named by the file is not used, or empty.
  std::vector<std::string> match(const std::vector<model::Group>& groups,
                                 const std::vector<Shape>& variables);

  /// Returns all dimensions for the schema, and those of each variable. Call it after `match`.
  [[nodiscard]] std::vector<model::Dimension> dimensions() const;
  [[nodiscard]] const std::vector<std::vector<model::DimensionId>>& of_variables() const noexcept {
    return of_variables_;
  }

 private:
  struct Candidate {
    model::Dimension dimension;
    std::int64_t id = 0;  ///< the dimension's id in the file
  };

  void match_variable(std::size_t variable, const Shape& shape, std::string& why_not);
  std::optional<std::size_t> named(const Shape& shape, std::size_t axis,
                                   std::string& why_not) const;
  std::optional<std::size_t> named_by_id(const Shape& shape, std::size_t axis,
                                         std::string& why_not) const;
  std::optional<std::size_t> named_by_scale(const Shape& shape, std::size_t axis,
                                            std::string& why_not) const;
  std::size_t fitting(const Shape& shape, std::size_t axis, const std::vector<std::size_t>& used);
  std::size_t add(model::Dimension dimension, std::int64_t id);
  void grow(const std::vector<Shape>& variables);
  void number();

  std::vector<Candidate> candidates_;
  std::map<haddr_t, std::size_t> by_address_;
  std::map<std::int64_t, std::optional<std::size_t>> by_id_;  ///< empty if several have the id
  /// Candidates by group, length, and whether they are unlimited.
  std::map<std::tuple<model::GroupId, std::size_t, bool>, std::vector<std::size_t>> by_length_;
  std::set<std::pair<model::GroupId, std::string>> names_;
  std::int64_t next_id_ = 0;
  std::vector<std::vector<std::size_t>> matched_;  ///< for each variable, its candidates
  std::vector<std::size_t> order_;                 ///< candidates in the order of the schema
  std::vector<std::vector<model::DimensionId>> of_variables_;
};

}  // namespace ncf::store::netcdf4
