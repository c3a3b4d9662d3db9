// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What to compare of two datasets: the parts that options select, matched by their paths, and what
// both formats can express. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/compare.hpp"

namespace ncf::ops {

/// A variable in one of the datasets, or in both.
struct VariablePair {
  std::string path;
  std::optional<model::VariableId> first;
  std::optional<model::VariableId> second;
};

struct CompareScope {
  std::vector<VariablePair> variables;  ///< in the order of the first, then those of the second
  std::vector<std::string> groups;      ///< paths; their attributes are compared
  bool is_whole = true;  ///< everything is compared, including types and unused dimensions

  /// Returns whether a finding is about a part to compare, also if the schemas lack it.
  [[nodiscard]] bool has(const model::Finding& finding) const;
};

/// Returns the parts that the options select; a group includes those below it. throws: Error(usage)
/// for an empty name; Error(not_found) for a name that neither dataset has.
[[nodiscard]] CompareScope choose_scope(const CompareOptions& options, const model::Schema& first,
                                        const model::Schema& second);

// ---- What a format can express ----
// A definition that one of two formats cannot express does not count as a difference.

/// Returns whether a format has dimensions apart from those of its variables. Zarr counts as
/// without: plain Zarr has none, and NCZarr's are an extension that other programs do not write.
[[nodiscard]] bool expresses_lone_dimensions(Format format);

/// Returns whether a dataset of a format can have a dimension as this schema defines it: unlimited
/// dimensions are at most one in the classic model, which comes first in classic files, and fixed
/// ones have a length above 0 in classic files. Zarr counts as having none that are unlimited.
[[nodiscard]] bool expresses_growth(Format format, const model::Schema& schema,
                                    model::DimensionId dimension);

/// Returns whether a format has an atomic type for attributes. Zarr counts as having none: plain
/// Zarr does not state types.
[[nodiscard]] bool expresses_attribute_type(Format format, const model::Type& type);

}  // namespace ncf::ops
