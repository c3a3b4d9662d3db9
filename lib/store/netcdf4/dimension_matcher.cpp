// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dimension_matcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ncf::store::netcdf4 {
namespace {

/// Returns the groups from the innermost out: each group comes after all groups below it.
std::vector<model::GroupId> innermost_first(const std::vector<model::Group>& groups) {
  std::vector<std::vector<model::GroupId>> children(groups.size());
  for (model::GroupId id = 1; id < groups.size(); ++id) children[*groups[id].parent].push_back(id);
  // Traverses children from last to first, each group before those below it, then reverses the
  // order.
  std::vector<model::GroupId> order;
  std::vector<model::GroupId> pending{0};
  while (!pending.empty()) {
    const model::GroupId id = pending.back();
    pending.pop_back();
    order.push_back(id);
    pending.insert(pending.end(), children[id].begin(), children[id].end());
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::size_t DimensionMatcher::add_scale(model::GroupId group, const std::string& name,
                                        haddr_t address, const Extent& extent,
                                        const HiddenAttributes& hidden) {
  const std::int64_t id = hidden.dimension_id ? *hidden.dimension_id : next_id_;
  next_id_ = std::max(next_id_, id + 1);
  const std::size_t index = add({name, extent.lengths.front(), extent.is_unlimited(0), group}, id);
  if (address != HADDR_UNDEF) by_address_.emplace(address, index);
  const auto [known, is_new] = by_id_.emplace(id, index);
  if (!is_new) known->second.reset();
  return index;
}

std::size_t DimensionMatcher::add(model::Dimension dimension, std::int64_t id) {
  const std::size_t index = candidates_.size();
  by_length_[{dimension.group, dimension.length, dimension.is_unlimited}].push_back(index);
  names_.emplace(dimension.group, dimension.name);
  candidates_.push_back({std::move(dimension), id});
  return index;
}

// libnetcdf creates anonymous dimensions in this order, which determines their ids.
std::vector<std::string> DimensionMatcher::match(const std::vector<model::Group>& groups,
                                                 const std::vector<Shape>& variables) {
  std::vector<std::vector<std::size_t>> of_group(groups.size());
  for (std::size_t i = 0; i < variables.size(); ++i) of_group[variables[i].group].push_back(i);
  matched_.resize(variables.size());
  std::vector<std::string> why_not(variables.size());
  for (const model::GroupId group : innermost_first(groups)) {
    for (const std::size_t i : of_group[group]) {
      match_variable(i, variables[i], why_not[i]);
    }
  }
  grow(variables);
  number();
  return why_not;
}

void DimensionMatcher::match_variable(std::size_t variable, const Shape& shape,
                                      std::string& why_not) {
  std::vector<std::optional<std::size_t>> found;
  std::vector<std::size_t> used;
  for (std::size_t axis = 0; axis < shape.extent.rank(); ++axis) {
    found.push_back(named(shape, axis, why_not));
    if (found.back()) used.push_back(*found.back());
  }
  for (std::size_t axis = 0; axis < shape.extent.rank(); ++axis) {
    if (!found[axis]) {
      found[axis] = fitting(shape, axis, used);
      used.push_back(*found[axis]);
    }
    matched_[variable].push_back(*found[axis]);
  }
}

/// Returns the dimension that the file names for the axis, if it matches.
std::optional<std::size_t> DimensionMatcher::named(const Shape& shape, std::size_t axis,
                                                   std::string& why_not) const {
  std::string why_not_found;
  auto found = named_by_id(shape, axis, why_not_found);
  if (!found) found = named_by_scale(shape, axis, why_not_found);
  if (!found) {
    if (!why_not_found.empty()) why_not = std::move(why_not_found);
    return std::nullopt;
  }
  const model::Dimension& dimension = candidates_[*found].dimension;
  if (dimension.group > shape.group) {
    why_not = fmt::format("is read without dimension {}, which is in a group below or behind it",
                          dimension.name);
    return std::nullopt;
  }
  if (!dimension.is_unlimited && dimension.length != shape.extent.lengths[axis]) {
    why_not = fmt::format("is read without dimension {}, whose length is {}, not {}",
                          dimension.name, dimension.length, shape.extent.lengths[axis]);
    return std::nullopt;
  }
  return found;
}

std::optional<std::size_t> DimensionMatcher::named_by_id(const Shape& shape, std::size_t axis,
                                                         std::string& why_not) const {
  const std::vector<int>& ids = shape.hidden.dimension_ids;
  if (ids.size() == shape.extent.rank()) {
    const auto found = by_id_.find(ids[axis]);
    if (found != by_id_.end() && found->second) return found->second;
    why_not = fmt::format("is read without the dimension with id {}, which {}", ids[axis],
                          found == by_id_.end() ? "is not defined" : "is defined twice");
  }
  return axis == 0 ? shape.own : std::nullopt;
}

std::optional<std::size_t> DimensionMatcher::named_by_scale(const Shape& shape, std::size_t axis,
                                                            std::string& why_not) const {
  const std::vector<haddr_t>& scales = shape.hidden.scales;
  if (axis >= scales.size()) return std::nullopt;
  const auto found = by_address_.find(scales[axis]);
  if (found != by_address_.end()) return found->second;
  if (scales[axis] != HADDR_UNDEF) {
    why_not = "is read without one of its dimensions, whose scale cannot be read";
  }
  return std::nullopt;
}

/// Returns a matching dimension of the group that the variable does not have yet, else a new one.
std::size_t DimensionMatcher::fitting(const Shape& shape, std::size_t axis,
                                      const std::vector<std::size_t>& used) {
  const std::size_t length = shape.extent.lengths[axis];
  const bool is_unlimited = shape.extent.is_unlimited(axis);
  for (const std::size_t index : by_length_[{shape.group, length, is_unlimited}]) {
    if (std::find(used.begin(), used.end(), index) == used.end()) return index;
  }
  std::string name;
  do {
    name = fmt::format("phony_dim_{}", next_id_++);
  } while (names_.count({shape.group, name}) > 0);
  return add({std::move(name), length, is_unlimited, shape.group}, next_id_ - 1);
}

/// Makes each unlimited dimension as long as the longest of its variables.
void DimensionMatcher::grow(const std::vector<Shape>& variables) {
  for (Candidate& candidate : candidates_) {
    if (candidate.dimension.is_unlimited) candidate.dimension.length = 0;
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    for (std::size_t axis = 0; axis < matched_[i].size(); ++axis) {
      model::Dimension& dimension = candidates_[matched_[i][axis]].dimension;
      if (!dimension.is_unlimited) continue;
      dimension.length = std::max(dimension.length, variables[i].extent.lengths[axis]);
    }
  }
}

void DimensionMatcher::number() {
  order_.resize(candidates_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto place = [&](std::size_t index) {
    return std::tuple(candidates_[index].dimension.group, candidates_[index].id, index);
  };
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  std::vector<model::DimensionId> ids(order_.size());
  for (model::DimensionId id = 0; id < order_.size(); ++id) ids[order_[id]] = id;
  of_variables_.clear();
  for (const std::vector<std::size_t>& matched : matched_) {
    std::vector<model::DimensionId>& dimensions = of_variables_.emplace_back();
    for (const std::size_t index : matched) dimensions.push_back(ids[index]);
  }
}

std::vector<model::Dimension> DimensionMatcher::dimensions() const {
  std::vector<model::Dimension> dimensions;
  for (const std::size_t index : order_) dimensions.push_back(candidates_[index].dimension);
  return dimensions;
}

}  // namespace ncf::store::netcdf4
