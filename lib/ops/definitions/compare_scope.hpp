// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of two datasets to compare, matched by their paths.
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

}  // namespace ncf::ops
