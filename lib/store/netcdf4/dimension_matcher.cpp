// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dimension_matcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

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

/// Returns whether the file names a scale for the axis.
bool has_scale(const Shape& shape, std::size_t axis) {
  if (axis == 0 && shape.own) return true;
  const std::vector<haddr_t>& scales = shape.hidden.scales;
  return axis < scales.size() && scales[axis] != HADDR_UNDEF;
}

bool has_id(const Shape& shape) { return shape.hidden.dimension_ids.size() == shape.extent.rank(); }

bool is_named(const Shape& shape, std::size_t axis) {
  return has_id(shape) || has_scale(shape, axis);
}

class DimensionMatcher {
 public:
  MatchedDimensions run(const std::vector<model::Group>& groups, const std::vector<Shape>& scales,
                        const std::vector<Shape>& variables) {
    for (const Shape& scale : scales) add_scale(scale);
    std::vector<std::vector<std::size_t>> of_group(groups.size());
    for (std::size_t i = 0; i < variables.size(); ++i) of_group[variables[i].group].push_back(i);
    for (const model::Group& group : groups) parents_.push_back(group.parent);
    matched_.resize(variables.size());
    result_.notes.resize(variables.size());
    // libnetcdf creates anonymous dimensions in this order, which determines their ids.
    for (const model::GroupId group : innermost_first(groups)) {
      for (const std::size_t i : of_group[group]) {
        match_variable(i, variables[i], result_.notes[i]);
      }
    }
    grow(variables);
    number();
    return std::move(result_);
  }

 private:
  using Notes = std::vector<std::string>;

  struct Candidate {
    model::Dimension dimension;
    std::int64_t id = 0;  ///< the dimension's id in the file
    std::size_t scale_length = 0;
    bool is_anonymous = false;  ///< it has no scale
    bool has_length = false;
  };

  void add_scale(const Shape& scale) {
    const Identity& identity = scale.object.identity;
    const std::int64_t id = scale.hidden.dimension_id.value_or(next_id_);
    next_id_ = std::max(next_id_, id + 1);
    const Extent& extent = scale.extent;
    const std::size_t index = add({scale.object.name, 0, false, scale.group}, id);
    if (extent.rank() > 0) set_length(index, extent.lengths.front(), extent.is_unlimited(0));
    by_identity_.emplace(identity, index);
    const auto [known, is_new] = by_id_.try_emplace({identity.file, id}, index);
    if (!is_new) known->second.reset();
  }

  std::size_t add(model::Dimension dimension, std::int64_t id) {
    names_.emplace(dimension.group, dimension.name);
    candidates_.push_back({.dimension = std::move(dimension), .id = id});
    return candidates_.size() - 1;
  }

  void set_length(std::size_t index, std::size_t length, bool is_unlimited) {
    Candidate& candidate = candidates_[index];
    candidate.dimension.length = candidate.scale_length = length;
    candidate.dimension.is_unlimited = is_unlimited;
    candidate.has_length = true;
    by_length_[{candidate.dimension.group, length, is_unlimited}].push_back(index);
  }

  void match_variable(std::size_t variable, const Shape& shape, Notes& notes) {
    std::vector<std::optional<std::size_t>> found;
    std::vector<std::size_t> used;
    for (std::size_t axis = 0; axis < shape.extent.rank(); ++axis) {
      found.push_back(named(shape, axis, notes));
      if (!found.back()) continue;
      used.push_back(*found.back());
      if (!candidates_[*found.back()].has_length) {
        set_length(*found.back(), shape.extent.lengths[axis], shape.extent.is_unlimited(axis));
      }
    }
    for (std::size_t axis = 0; axis < shape.extent.rank(); ++axis) {
      if (!found[axis]) {
        found[axis] = fitting(shape, axis, used);
        used.push_back(*found[axis]);
      }
      matched_[variable].push_back(*found[axis]);
    }
  }

  /// Returns the dimension that the file names for the axis, if it matches. The file may name two:
  /// a dataset that was copied from another file still has the ids of its dimensions there. Ids
  /// come first, as in libnetcdf.
  std::optional<std::size_t> named(const Shape& shape, std::size_t axis, Notes& notes) const {
    std::string unresolved;
    const auto by_id = named_by_id(shape, axis, unresolved);
    const auto by_scale = named_by_scale(shape, axis, unresolved);
    std::string note = by_id || by_scale ? "" : std::move(unresolved);
    std::optional<std::size_t> found;
    for (const auto& candidate : {by_id, by_scale}) {
      if (!candidate || found) continue;
      std::string why_not = why_not_used(*candidate, shape, axis, candidate == by_id);
      if (why_not.empty()) found = candidate;
      if (!found) note = std::move(why_not);
    }
    if (found && found == by_id && by_scale != by_id && has_scale(shape, axis)) {
      note = fmt::format(
          "is read with dimension {}, which _Netcdf4Coordinates names; its scale {}",
          candidates_[*by_id].dimension.name,
          by_scale ? "is " + candidates_[*by_scale].dimension.name : std::string("cannot be read"));
    }
    const bool is_known = std::find(notes.begin(), notes.end(), note) != notes.end();
    if (!note.empty() && !is_known) notes.push_back(std::move(note));
    return found;
  }

  /// Returns why a dimension does not match an axis for which the file names it, or empty.
  [[nodiscard]] std::string why_not_used(std::size_t candidate, const Shape& shape,
                                         std::size_t axis, bool is_by_id) const {
    const model::Dimension& dimension = candidates_[candidate].dimension;
    if (dimension.group > shape.group) {
      return fmt::format("is read without dimension {}, which is in a group below or behind it",
                         dimension.name);
    }
    if (!is_by_id && !is_around(dimension.group, shape.group)) {
      return fmt::format(
          "is read without dimension {}, which is in a group that does not contain the variable",
          dimension.name);
    }
    const bool has_any_length = dimension.is_unlimited || !candidates_[candidate].has_length;
    if (has_any_length || dimension.length == shape.extent.lengths[axis]) return {};
    return fmt::format("is read without dimension {}, whose length is {}, not {}", dimension.name,
                       dimension.length, shape.extent.lengths[axis]);
  }

  [[nodiscard]] bool is_around(model::GroupId outer, model::GroupId inner) const {
    std::optional<model::GroupId> group = inner;
    while (group && *group != outer) group = parents_[*group];
    return group.has_value();
  }

  std::optional<std::size_t> named_by_id(const Shape& shape, std::size_t axis,
                                         std::string& why_not) const {
    const std::vector<int>& ids = shape.hidden.dimension_ids;
    if (!has_id(shape)) return std::nullopt;
    const auto found = by_id_.find({shape.object.identity.file, ids[axis]});
    if (found != by_id_.end() && found->second) return found->second;
    const std::string_view undefined =
        shape.object.place.is_here() ? "is not defined" : "is not reachable through any link";
    why_not = fmt::format("is read without the dimension with id {}, which {}", ids[axis],
                          found == by_id_.end() ? undefined : "is defined twice");
    return std::nullopt;
  }

  std::optional<std::size_t> named_by_scale(const Shape& shape, std::size_t axis,
                                            std::string& why_not) const {
    if (!has_scale(shape, axis)) return std::nullopt;
    if (axis == 0 && shape.own) return shape.own;
    const auto found = by_identity_.find({shape.object.identity.file, shape.hidden.scales[axis]});
    if (found != by_identity_.end()) return found->second;
    why_not = fmt::format(
        "is read without one of its dimensions, whose scale {}",
        shape.object.place.is_here() ? "cannot be read" : "is not reachable through any link");
    return std::nullopt;
  }

  /// Returns a matching dimension of the group that the variable does not have yet, else a new one.
  /// An axis for which the file names another dimension gets none of those with names.
  std::size_t fitting(const Shape& shape, std::size_t axis, const std::vector<std::size_t>& used) {
    const std::size_t length = shape.extent.lengths[axis];
    const bool is_unlimited = shape.extent.is_unlimited(axis);
    for (const std::size_t index : by_length_[{shape.group, length, is_unlimited}]) {
      const bool is_used = std::find(used.begin(), used.end(), index) != used.end();
      if (!is_used && (candidates_[index].is_anonymous || !is_named(shape, axis))) return index;
    }
    std::string name;
    do {
      name = fmt::format("phony_dim_{}", next_id_++);
    } while (names_.count({shape.group, name}) > 0);
    const std::size_t index = add({std::move(name), 0, false, shape.group}, next_id_ - 1);
    set_length(index, length, is_unlimited);
    candidates_[index].is_anonymous = true;
    return index;
  }

  /// Makes each unlimited dimension as long as the longest of its variables.
  void grow(const std::vector<Shape>& variables) {
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

  /// Puts the dimensions that have a length in the order of their groups and ids.
  void number() {
    std::vector<std::size_t> order(candidates_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t index) { return !candidates_[index].has_length; });
    std::ranges::sort(order, {}, [&](std::size_t index) {
      return std::tuple(candidates_[index].dimension.group, candidates_[index].id, index);
    });
    std::vector<model::DimensionId> ids(candidates_.size());
    for (const std::size_t index : order) {
      ids[index] = result_.dimensions.size();
      result_.lost_lengths.push_back(lost_length(candidates_[index]));
      result_.dimensions.push_back(std::move(candidates_[index].dimension));
    }
    for (const std::vector<std::size_t>& matched : matched_) {
      std::vector<model::DimensionId>& dimensions = result_.of_variables.emplace_back();
      for (const std::size_t index : matched) dimensions.push_back(ids[index]);
    }
  }

  static std::string lost_length(const Candidate& candidate) {
    const model::Dimension& dimension = candidate.dimension;
    if (!dimension.is_unlimited || candidate.scale_length <= dimension.length) return {};
    return fmt::format(
        "is read with length {}, not {}: an unlimited dimension of netCDF-4 is as long as its "
        "longest variable",
        dimension.length, candidate.scale_length);
  }

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
  MatchedDimensions result_;
};

}  // namespace

MatchedDimensions match_dimensions(const std::vector<model::Group>& groups,
                                   const std::vector<Shape>& scales,
                                   const std::vector<Shape>& variables) {
  return DimensionMatcher().run(groups, scales, variables);
}

}  // namespace ncf::store::netcdf4
