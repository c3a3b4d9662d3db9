// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The dimensions of a store that is read: found by name, or created for an array, because plain
// Zarr has only lengths, and perhaps names.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "model/schema/schema.hpp"
#include "store/zarr/metadata/tree.hpp"

namespace ncf::store::zarr {

/// Returns the length of an array that is a coordinate: its only dimension has its name. Otherwise
/// empty. name: of the array.
[[nodiscard]] std::optional<std::size_t> find_coordinate_length(const Node& array,
                                                                const std::string& name,
                                                                filter::ZarrFormat format);

class Dimensions {
 public:
  /// schema: gets the dimensions; must outlive this object.
  explicit Dimensions(model::Schema& schema) : schema_(schema) {}

  /// throws: Error(corrupt) if the group has one of this name.
  void define(model::GroupId group, model::Dimension dimension);

  /// Lets `find_or_add` give the group a dimension of its own, of which an array in it is the
  /// coordinate, even if a group outside has an equal one. Call it for all coordinates first.
  void expect_coordinate(model::GroupId group, const std::string& name, std::size_t length) {
    coordinates_[{group, name}] = length;
  }

  /// Returns the dimensions of an array of a shape by their paths, "/forecast/level"; unlimited
  /// ones become as long. throws: Error(corrupt) if one is not defined, or they do not fit.
  std::vector<model::DimensionId> find_referenced(const std::vector<std::string>& paths,
                                                  const std::vector<std::size_t>& shape);

  /// Returns the dimension that an array of `group` calls `name`: that of the nearest group with
  /// this name and length, else a new one, whose name may differ. netCDF-4 files cannot contain a
  /// dimension beside a group of its name, so it belongs to the nearest group where there is none.
  /// All groups must be in the schema.
  model::DimensionId find_or_add(model::GroupId group, const std::string& name, std::size_t length);

  /// Returns the dimension of arrays of this length that do not name it.
  model::DimensionId find_or_add_anonymous(std::size_t length);

 private:
  [[nodiscard]] model::DimensionId get(const std::string& path, std::size_t length) const;
  /// Returns where a new dimension of `group` belongs.
  [[nodiscard]] model::GroupId place_for(model::GroupId group, const std::string& name);
  model::DimensionId add(model::Dimension dimension);

  model::Schema& schema_;
  using Place = std::pair<model::GroupId, std::string>;
  std::map<Place, model::DimensionId> ids_;
  std::map<std::string, model::DimensionId> by_path_;
  std::map<Place, std::size_t> coordinates_;  ///< their lengths
  std::set<Place> groups_;                    ///< by parent and name, once a dimension was added
};

}  // namespace ncf::store::zarr
