// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines the dimensions of a file and of each variable. HDF5 has only lengths; the netCDF-4
// format represents dimensions by dimension scales and, where these are not enough, by hidden
// attributes. Unnamed lengths become anonymous dimensions, phony_dim_N. Pure functions.
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
  std::optional<std::size_t> own;  ///< the dimension of which it is the scale, see `add_scale`
};

class DimensionMatcher {
 public:
  /// Texts of findings, for example why a dimension that the file names is not used.
  using Notes = std::vector<std::string>;

  /// Adds a scale; call it in the order of the file, before `match`. Returns the value of
  /// `Shape::own` for its variable, if it is one. A scale without an extent gives its dimension the
  /// length of the first axis that names it; without such an axis there is no dimension.
  std::size_t add_scale(const Shape& scale);

  /// Finds or creates the dimensions of all variables. Like libnetcdf and CDL, considers only
  /// groups that come before the variable's, and for scales only those that contain it.
  /// groups: as in the schema.
  /// Returns notes for each variable on dimensions that differ from those the file names.
  std::vector<Notes> match(const std::vector<model::Group>& groups,
                           const std::vector<Shape>& variables);

  /// Returns all dimensions for the schema, and those of each variable. Call it after `match`.
  [[nodiscard]] std::vector<model::Dimension> dimensions() const;
  /// Returns for each of these dimensions how its length differs from that of its scale, or empty.
  [[nodiscard]] std::vector<std::string> lost_lengths() const;
  [[nodiscard]] const std::vector<std::vector<model::DimensionId>>& of_variables() const noexcept {
    return of_variables_;
  }

 private:
  struct Candidate {
    model::Dimension dimension;
    std::int64_t id = 0;  ///< the dimension's id in the file
    std::size_t scale_length = 0;
    bool is_anonymous = false;  ///< it has no scale
    bool has_length = false;
  };

  void match_variable(std::size_t variable, const Shape& shape, Notes& notes);
  std::optional<std::size_t> named(const Shape& shape, std::size_t axis, Notes& notes) const;
  [[nodiscard]] bool is_around(model::GroupId outer, model::GroupId inner) const;
  [[nodiscard]] std::string why_not_used(std::size_t candidate, const Shape& shape,
                                         std::size_t axis, bool is_by_id) const;
  std::optional<std::size_t> named_by_id(const Shape& shape, std::size_t axis,
                                         std::string& why_not) const;
  std::optional<std::size_t> named_by_scale(const Shape& shape, std::size_t axis,
                                            std::string& why_not) const;
  std::size_t fitting(const Shape& shape, std::size_t axis, const std::vector<std::size_t>& used);
  std::size_t add(model::Dimension dimension, std::int64_t id);
  void set_length(std::size_t candidate, std::size_t length, bool is_unlimited);
  void grow(const std::vector<Shape>& variables);
  void number();

  std::vector<Candidate> candidates_;
  std::map<Identity, std::size_t> by_identity_;
  /// By file and id; empty if several have the id.
  std::map<std::pair<std::size_t, std::int64_t>, std::optional<std::size_t>> by_id_;
  /// Candidates by group, length, and whether they are unlimited.
  std::map<std::tuple<model::GroupId, std::size_t, bool>, std::vector<std::size_t>> by_length_;
  std::set<std::pair<model::GroupId, std::string>> names_;
  std::vector<std::optional<model::GroupId>> parents_;  ///< of the groups
  std::int64_t next_id_ = 0;
  std::vector<std::vector<std::size_t>> matched_;  ///< for each variable, its candidates
  std::vector<std::size_t> order_;                 ///< candidates in the order of the schema
  std::vector<std::vector<model::DimensionId>> of_variables_;
};

}  // namespace ncf::store::netcdf4
