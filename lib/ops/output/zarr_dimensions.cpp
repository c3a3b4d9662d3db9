// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/zarr_dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "ops/report/quantities.hpp"
#include "store/zarr/metadata/dimensions.hpp"

namespace ncf::ops {
namespace {

struct DimensionUse {
  bool in_its_group = false;
  bool anywhere = false;
  bool beside_named = false;  ///< in an array that names some of its dimensions
};

std::vector<DimensionUse> find_uses(const model::Schema& schema) {
  std::vector<DimensionUse> uses(schema.dimensions.size());
  for (const model::Variable& variable : schema.variables) {
    for (const model::DimensionId id : variable.dimensions) {
      uses[id].anywhere = true;
      if (!schema.has_only_unnamed_dimensions(variable)) uses[id].beside_named = true;
      if (schema.dimensions[id].group == variable.group) uses[id].in_its_group = true;
    }
  }
  return uses;
}

/// Returns whether plain Zarr has the name of a dimension in an array.
bool has_name(const model::Schema& schema, const model::Variable& variable, model::DimensionId id) {
  if (!schema.dimensions[id].is_unnamed) return true;
  return schema.format != Format::zarr3 && !schema.has_only_unnamed_dimensions(variable);
}

/// Returns the variables in the order in which their arrays are read.
std::vector<model::VariableId> order_of_arrays(const model::Schema& schema) {
  std::vector<model::VariableId> order(schema.variables.size());
  std::iota(order.begin(), order.end(), model::VariableId{0});
  const auto place = [&](model::VariableId id) {
    return std::tie(schema.variables[id].group, schema.variables[id].name);
  };
  std::ranges::sort(order, [&](auto a, auto b) { return place(a) < place(b); });
  return order;
}

/// The dimensions that a reader of plain Zarr finds by their names, in place of those of a schema.
class FoundDimensions {
 public:
  FoundDimensions(const model::Schema& schema, const std::vector<DimensionUse>& uses)
      : schema_(schema), uses_(uses), homes_(schema.dimensions.size()) {
    read_.groups = schema.groups;
    store::zarr::Dimensions reader(read_);
    const std::vector<model::VariableId> order = order_of_arrays(schema);
    for (const model::VariableId id : order) {
      const model::Variable& variable = schema.variables[id];
      if (variable.dimensions.size() != 1) continue;
      const model::Dimension& dimension = schema.dimensions[variable.dimensions.front()];
      if (dimension.name != variable.name) continue;
      reader.expect_coordinate(variable.group, dimension.name, dimension.length);
    }
    for (const model::VariableId id : order) {
      const model::Variable& variable = schema.variables[id];
      for (const model::DimensionId wanted : variable.dimensions) {
        if (has_name(schema, variable, wanted)) find(reader, variable.group, wanted);
      }
    }
  }

  /// Returns whether an array has another dimension than its variable. A dimension that has no
  /// variable in its own group is the same in any.
  [[nodiscard]] bool is_replaced(const model::Variable& variable, model::DimensionId wanted) const {
    if (!has_name(schema_, variable, wanted)) return false;
    const model::DimensionId found = found_.at({variable.group, wanted});
    if (owners_.at(found) != wanted) return true;
    return uses_[wanted].in_its_group && homes_[wanted] != found;
  }

 private:
  void find(store::zarr::Dimensions& reader, model::GroupId group, model::DimensionId wanted) {
    const model::Dimension& dimension = schema_.dimensions[wanted];
    const auto found = reader.find_or_add(group, dimension.name, dimension.length);
    found_[{group, wanted}] = found;
    const auto owner = owners_.emplace(found, wanted).first;
    const bool is_at_home = read_.dimension_path(found) == schema_.dimension_path(wanted);
    if (is_at_home) owner->second = wanted;
    if (is_at_home || !homes_[wanted]) homes_[wanted] = found;
  }

  const model::Schema& schema_;
  const std::vector<DimensionUse>& uses_;
  model::Schema read_;
  std::map<std::pair<model::GroupId, model::DimensionId>, model::DimensionId> found_;
  std::map<model::DimensionId, model::DimensionId> owners_;  ///< of those found
  std::vector<std::optional<model::DimensionId>> homes_;     ///< where each is found at best
};

/// The lengths of a name in a group, of which xarray expects one.
class LengthsInGroups {
 public:
  explicit LengthsInGroups(const model::Schema& schema) : schema_(schema) {
    for (const model::Variable& variable : schema.variables) {
      for (const model::DimensionId id : variable.dimensions) {
        if (!has_name(schema, variable, id)) continue;
        const model::Dimension& dimension = schema.dimensions[id];
        const auto known =
            lengths_.emplace(std::pair(variable.group, dimension.name), dimension.length).first;
        if (dimension.group == variable.group) known->second = dimension.length;
      }
    }
  }

  /// Returns whether a variable's dimension has another length than its name in the group.
  [[nodiscard]] bool is_another(const model::Variable& variable, model::DimensionId id) const {
    const model::Dimension& dimension = schema_.dimensions[id];
    return has_name(schema_, variable, id) &&
           lengths_.at({variable.group, dimension.name}) != dimension.length;
  }

 private:
  const model::Schema& schema_;
  std::map<std::pair<model::GroupId, std::string>, std::size_t> lengths_;
};

/// Notes variables with a dimension that readers take for another, or that has another length.
void tell_hidden_dimensions(const model::Schema& schema, const std::vector<DimensionUse>& uses,
                            std::vector<std::string>& notes) {
  const FoundDimensions found(schema, uses);
  const LengthsInGroups lengths(schema);
  std::vector<std::string> replaced;
  std::vector<std::string> unreadable;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    for (const model::DimensionId wanted :
         std::set(variable.dimensions.begin(), variable.dimensions.end())) {
      const bool is_unreadable = lengths.is_another(variable, wanted);
      if (!is_unreadable && !found.is_replaced(variable, wanted)) continue;
      (is_unreadable ? unreadable : replaced)
          .push_back(fmt::format("{} ({} {})", schema.variable_path(id),
                                 is_unreadable ? "with" : "instead of",
                                 schema.dimension_path(wanted)));
    }
  }
  const auto note = [&](const std::vector<std::string>& variables, std::string_view what) {
    if (variables.empty()) return;
    notes.push_back(
        fmt::format("plain Zarr looks up a dimension by its name, in the variable's "
                    "group and its parents, NCZarr by its path; {}: {}",
                    what, format_few(variables)));
  };
  note(replaced, "variables that get another dimension");
  note(unreadable, "xarray cannot open groups where a name has two lengths");
}

}  // namespace

std::vector<std::string> find_made_fixed(const model::Schema& schema) {
  std::vector<std::string> fixed;
  if (!is_plain_zarr(schema.format)) return fixed;
  const std::vector<DimensionUse> uses = find_uses(schema);
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    const model::Dimension& dimension = schema.dimensions[id];
    const bool is_kept = uses[id].anywhere && !dimension.is_unnamed;
    if (is_kept && dimension.is_unlimited) fixed.push_back(schema.dimension_path(id));
  }
  return fixed;
}

void tell_dimensions(const model::Schema& schema, std::vector<std::string>& notes) {
  if (schema.format == Format::nczarr) return;
  const std::vector<DimensionUse> uses = find_uses(schema);
  std::vector<std::string> unused;
  std::vector<std::string> moved;
  std::vector<std::string> named;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    const std::string path = schema.dimension_path(id);
    const model::Dimension& dimension = schema.dimensions[id];
    if (dimension.is_unnamed) {
      if (uses[id].beside_named) named.push_back(path);
      continue;
    }
    if (!uses[id].anywhere) {
      unused.push_back(path);
      continue;
    }
    if (!uses[id].in_its_group) moved.push_back(path);
  }
  const auto note = [&](const std::vector<std::string>& paths, std::string_view dimensions,
                        std::string_view what) {
    if (paths.empty()) return;
    notes.push_back(fmt::format("plain Zarr has no {}, NCZarr has; {}: {}", dimensions, what,
                                format_few(paths)));
  };
  note(unused, "dimensions without variables", "left out");
  note(moved, "dimensions apart from variables", "moved to the groups of their variables");
  tell_hidden_dimensions(schema, uses, notes);
  if (schema.format != Format::zarr2 || named.empty()) return;
  notes.push_back(
      fmt::format("Zarr v2 has names for all dimensions of an array or for none; made up: {}",
                  format_few(named)));
}

}  // namespace ncf::ops
