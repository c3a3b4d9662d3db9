// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which variables say where, when and on which grid the values of others are. Their values must
// stay exact, so a pattern never reaches them with anything that changes values. Pure functions,
// any thread.
//
// source: CF conventions 1.11, sections 4, 5, 7 and appendix A
#pragma once

#include <vector>

#include "model/schema.hpp"

namespace ncf::model {

/// One for each variable; true if any of these holds:
/// - it has the name of one of its dimensions;
/// - an attribute of another variable or of a group that names coordinates, bounds, grid mappings,
///   cell measures, formula terms or geometries lists its name, with or without a path;
/// - its units are those of latitude or longitude, or a time since a date;
/// - it has an attribute `axis`.
/// Names count in every group: a variable too many is left exact, not one too few.
[[nodiscard]] std::vector<bool> find_coordinates(const Schema& schema);

/// Also marks the variables that belong to the marked ones, and those that belong to these: the
/// variables with the names of their dimensions, and those that the attributes above and
/// ancillary_variables list. A name means the nearest variable with this name, in the same group or
/// one above, otherwise in any group.
[[nodiscard]] std::vector<bool> with_associated(const Schema& schema, std::vector<bool> marked);

}  // namespace ncf::model
