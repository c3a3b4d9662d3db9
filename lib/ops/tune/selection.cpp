// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/selection.hpp"

#include <algorithm>

#include "filter/registry.hpp"
#include "ncf/plugins.hpp"
#include "ops/named_parts.hpp"
#include "plugin/availability.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

NotTuned reason_not_to_read(const Schema& schema, VariableId id) {
  const model::Variable& variable = schema.variables[id];
  if (variable.is_scalar()) return {"a scalar", true};
  if (!variable.type->is_fixed_size) return {"its values are of variable length", false};
  if (schema.raw_bytes(id) == 0) return {"it has no values", false};
  for (const StoredFilter& filter : variable.filters) {
    const auto here = find_availability(filter.id);
    if (!here || !here->decode) return {filter::filter_title(filter.id) + " is not here", false};
  }
  return {};
}

}  // namespace

std::vector<NotTuned> reasons_not_to_tune(const Schema& schema,
                                          const std::vector<std::string>& names) {
  std::vector<NotTuned> reasons(schema.variables.size());
  std::vector<VariableId> tunable;
  const Marks named = find_variables(schema, names, "-v");
  std::uint64_t all_bytes = 0;
  for (VariableId id = 0; id < reasons.size(); ++id) {
    all_bytes += schema.raw_bytes(id);
    reasons[id] = names.empty() || named[id] ? reason_not_to_read(schema, id)
                                             : NotTuned{"not asked for", false};
    if (reasons[id].reason.empty()) tunable.push_back(id);
  }
  if (!names.empty()) return reasons;
  std::stable_sort(tunable.begin(), tunable.end(), [&](VariableId a, VariableId b) {
    return schema.raw_bytes(a) < schema.raw_bytes(b);
  });
  std::uint64_t bytes = 0;
  for (const VariableId id : tunable) {
    bytes += schema.raw_bytes(id);
    if (bytes * 100 >= all_bytes) break;
    reasons[id] = {"small", true};
  }
  return reasons;
}

}  // namespace ncf::ops
