// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that references join along a dimension: their order, by the values of its coordinate, and
// whether they agree in everything else. I/O thread only.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"
#include "ops/values/written_tiles.hpp"

namespace ncf::ops {

/// A file, and where its values begin along the dimension.
struct SeriesPart {
  std::string input;
  std::size_t start = 0;
  std::size_t length = 0;
};

struct ReferenceSeries {
  std::string dimension;  ///< of the root; empty for a single file
  std::vector<SeriesPart> parts;

  [[nodiscard]] std::size_t length() const { return parts.back().start + parts.back().length; }
  /// Returns whether it is the dimension along which files are joined.
  [[nodiscard]] bool is_along(const model::Dimension& dimension) const;
  /// Returns the position of this dimension among those of a variable.
  /// throws: Error(unsupported) naming the variable if several files cannot be joined because it
  /// has the dimension more than once.
  [[nodiscard]] std::optional<std::size_t> axis_of(const model::Schema& schema,
                                                   model::VariableId id) const;
};

using OpenInput = std::function<std::unique_ptr<model::Source>(const std::string& input)>;

/// Orders inputs by the coordinate of a dimension; without a name, of the only unlimited one.
/// throws: Error(usage) if several dimensions are possible; Error(unsupported) naming the input if
/// its coordinate is missing, has other units, is not strictly monotonic, or overlaps another's.
ReferenceSeries order_inputs(const std::vector<std::string>& inputs,
                             const std::optional<std::string>& dimension, const OpenInput& open);

/// Returns whether all values are equal, by bits; both have the same shape.
bool have_same_values(const VariableOf& a, const VariableOf& b);

// Checks that files joined by references define the same groups, dimensions, types and variables,
// in any order. Pure functions, any thread.

/// Returns the ids of the first input's variables in another one.
/// throws: Error(unsupported) naming the group, dimension, type or variable that only one of them
/// has, or whose definition differs. Attributes of groups and the length of the joined dimension
/// may differ.
std::vector<model::VariableId> match_definitions(const model::Schema& first,
                                                 const model::Schema& other,
                                                 const ReferenceSeries& series);

/// Returns whether the attributes of all groups are equal; both have the same groups.
bool have_same_group_attributes(const model::Schema& a, const model::Schema& b);

}  // namespace ncf::ops
