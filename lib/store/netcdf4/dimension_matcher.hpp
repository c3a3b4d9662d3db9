// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which dimensions a file has, and which of them each variable has. HDF5 knows lengths only; the
// netCDF-4 format makes dimensions of dimension scales, and keeps in hidden attributes what these
// do not tell. Lengths that nothing names become dimensions with made-up names. Pure functions.
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

#include "model/schema.hpp"
#include "model/stored_form.hpp"
#include "store/netcdf4/attribute_reader.hpp"

namespace ncf::store::netcdf4 {

/// The shape of a dataset.
struct Extent {
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> most;  ///< what each may grow to

  [[nodiscard]] std::size_t rank() const noexcept { return lengths.size(); }
  [[nodiscard]] bool is_unlimited(std::size_t axis) const {
    return most.at(axis) == model::unlimited;
  }
};

/// What a variable's dimensions are found by.
struct Shape {
  model::GroupId group = 0;
  Extent extent;
  HiddenAttributes hidden;
  std::optional<std::size_t> own;  ///< the dimension that it is the scale of, see `add_scale`
};

class DimensionMatcher {
 public:
  /// In the order of the file, before anything is matched. name: of the dataset, `address` where it
  /// is. Returns what `Shape::own` of its variable, if it is one, should be.
  std::size_t add_scale(model::GroupId group, const std::string& name, haddr_t address,
                        const Extent& extent, const HiddenAttributes& hidden);

  /// Finds or makes the dimensions of all variables. libnetcdf and CDL know those of groups that
  /// stand before the variable's. groups: as in the schema.
  /// Returns for each variable why a dimension that its file names is not used; else empty.
  std::vector<std::string> match(const std::vector<model::Group>& groups,
                                 const std::vector<Shape>& variables);

  /// All dimensions, as a schema has them, and those of each variable. After `match`.
  [[nodiscard]] std::vector<model::Dimension> dimensions() const;
  [[nodiscard]] const std::vector<std::vector<model::DimensionId>>& of_variables() const noexcept {
    return of_variables_;
  }

 private:
  struct Candidate {
    model::Dimension dimension;
    std::int64_t id = 0;  ///< the file's number for it
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
  std::map<std::int64_t, std::size_t> by_id_;
  /// By group, length, and whether they are unlimited.
  std::map<std::tuple<model::GroupId, std::size_t, bool>, std::vector<std::size_t>> by_length_;
  std::set<std::pair<model::GroupId, std::string>> names_;
  std::int64_t next_id_ = 0;
  std::vector<std::vector<std::size_t>> matched_;  ///< candidates of each variable
  std::vector<std::size_t> order_;                 ///< candidates in the order of the schema
  std::vector<std::vector<model::DimensionId>> of_variables_;
};

}  // namespace ncf::store::netcdf4
