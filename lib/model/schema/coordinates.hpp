// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the variables that contain the place, the time or the grid of other variables' values. They
// must stay exact, so options that change values never apply to them by a pattern. Pure functions,
// any thread.
//
// source: CF conventions 1.11, sections 4, 5, 7 and appendices A and D, and its standard names
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::model {

/// Returns an item for each variable, true if any of these holds:
/// - it has the name of one of its dimensions;
/// - an attribute of another variable or of a group that names coordinates, bounds, grid mappings,
///   cell measures, formula terms or geometries lists its name, with or without a path;
/// - its units are those of latitude or longitude, or a time since a date;
/// - it has an attribute `axis` or `positive`, or a `standard_name` of a coordinate.
/// Names count in every group: it is better to leave one variable too many exact than one too few.
[[nodiscard]] std::vector<bool> find_coordinates(const Schema& schema);

/// Returns the variables that a variable's attribute `coordinates` lists, then those with the names
/// of its dimensions, found as by `with_associated`.
[[nodiscard]] std::vector<VariableId> coordinates_of(const Schema& schema, VariableId id);

/// source: CF conventions 1.11, sections 4.1 and 4.2
[[nodiscard]] bool is_latitude(const Variable& variable);
[[nodiscard]] bool is_longitude(const Variable& variable);

/// Returns the attribute `units`; empty also for "1", which stands for a number without units.
[[nodiscard]] std::string units_of(const Variable& variable);

/// Returns the first text of an attribute, without padding; empty without one.
[[nodiscard]] std::string text_attribute(const Variable& variable, std::string_view name);

/// Also marks the variables that belong to the marked ones, and those that belong to these: the
/// variables with the names of their dimensions, and those that the attributes above and
/// ancillary_variables list. A name means the nearest variable with this name, in the same group or
/// one above, otherwise in any group.
[[nodiscard]] std::vector<bool> with_associated(const Schema& schema, std::vector<bool> marked);

/// Returns whether an attribute lists names of variables.
[[nodiscard]] bool refers_to_variables(std::string_view attribute);

/// Returns the text of such an attribute after a variable was renamed. Words that end in ":" stay,
/// unless they are names.
[[nodiscard]] std::string with_renamed(std::string_view attribute, std::string_view text,
                                       std::string_view from, std::string_view to);

}  // namespace ncf::model
