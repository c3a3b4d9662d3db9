// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "ncf/error.hpp"
#include "store/zarr/metadata/nczarr.hpp"

namespace ncf::store::zarr {

using base::Json;
using model::DimensionId;
using model::GroupId;

std::optional<std::size_t> find_coordinate_length(const Node& array, const std::string& name,
                                                  filter::ZarrFormat format) {
  const Json* const names = format == filter::ZarrFormat::v3
                                ? array.metadata.find("dimension_names")
                                : array.attributes.find(xarray_dimensions);
  const Json* const shape = array.metadata.find("shape");
  if (names == nullptr || shape == nullptr) return std::nullopt;
  if (names->elements.size() != 1 || shape->elements.size() != 1) return std::nullopt;
  const bool is_its_name = names->elements.front() == Json(name);
  return is_its_name ? as_uint64(shape->elements.front()) : std::nullopt;
}

void Dimensions::define(GroupId group, model::Dimension dimension) {
  dimension.group = group;
  add(std::move(dimension));
}

std::vector<DimensionId> Dimensions::find_referenced(const std::vector<std::string>& paths,
                                                     const std::vector<std::size_t>& shape) {
  if (paths.size() != shape.size()) {
    throw Error(ErrorCode::corrupt, fmt::format("{} dimensions, but dimension_references of {}",
                                                shape.size(), paths.size()));
  }
  std::vector<DimensionId> ids;
  for (std::size_t i = 0; i < paths.size(); ++i) ids.push_back(get(paths[i], shape[i]));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    model::Dimension& dimension = schema_.dimensions[ids[i]];
    if (dimension.is_unlimited) dimension.length = std::max(dimension.length, shape[i]);
  }
  return ids;
}

DimensionId Dimensions::get(const std::string& path, std::size_t length) const {
  const auto found = by_path_.find(path);
  if (found == by_path_.end()) {
    throw Error(ErrorCode::corrupt, fmt::format("its dimension {} is not defined", path));
  }
  const model::Dimension& dimension = schema_.dimensions[found->second];
  if (dimension.is_unlimited || dimension.length == length) return found->second;
  throw Error(ErrorCode::corrupt, fmt::format("its length is {}, that of its dimension {} is {}",
                                              length, dimension.name, dimension.length));
}

DimensionId Dimensions::find_or_add(GroupId group, const std::string& name, std::size_t length) {
  for (std::optional<GroupId> at = group; at; at = schema_.groups[*at].parent) {
    const auto found = ids_.find({*at, name});
    if (found != ids_.end() && schema_.dimensions[found->second].length == length) {
      return found->second;
    }
    const auto coordinate = coordinates_.find({*at, name});
    if (coordinate != coordinates_.end() && coordinate->second == length) break;
  }
  // Zarr arrays may give one name to different lengths, netCDF dimensions may not.
  const bool is_taken = ids_.contains({group, name});
  return is_taken ? find_or_add(group, fmt::format("{}_{}", name, length), length)
                  : add({name, length, false, place_for(group, name)});
}

GroupId Dimensions::place_for(GroupId group, const std::string& name) {
  if (groups_.empty()) {
    for (const model::Group& inner : schema_.groups) {
      if (inner.parent) groups_.insert({*inner.parent, inner.name});
    }
  }
  for (std::optional<GroupId> at = group; at; at = schema_.groups[*at].parent) {
    if (!groups_.contains({*at, name}) && !ids_.contains({*at, name})) return *at;
  }
  return group;
}

DimensionId Dimensions::find_or_add_anonymous(std::size_t length) {
  constexpr GroupId root = 0;
  const std::size_t known = schema_.dimensions.size();
  const DimensionId id = find_or_add(root, fmt::format("_Anonymous_Dim_{}", length), length);
  if (id == known) schema_.dimensions[id].is_unnamed = true;
  return id;
}

DimensionId Dimensions::add(model::Dimension dimension) {
  const auto [place, is_new] =
      ids_.try_emplace({dimension.group, dimension.name}, schema_.dimensions.size());
  if (!is_new) {
    throw Error(ErrorCode::corrupt, fmt::format("dimension {} is defined twice", dimension.name));
  }
  schema_.dimensions.push_back(std::move(dimension));
  by_path_.emplace(schema_.dimension_path(place->second), place->second);
  return place->second;
}

}  // namespace ncf::store::zarr
