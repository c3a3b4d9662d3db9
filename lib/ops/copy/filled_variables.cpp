// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/filled_variables.hpp"

#include <algorithm>
#include <vector>

#include "base/stop.hpp"
#include "model/default_fill.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

bool has_grown(const model::Dimension& dimension) {
  return dimension.is_unlimited && dimension.length > 0;
}

std::vector<VariableId> variables_to_extend(const PreparedCopy& prepared) {
  const model::Schema& schema = prepared.output_schema;
  std::vector<VariableId> ids;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    if (prepared.source.has_values[id]) continue;
    const auto& dimensions = schema.variables[id].dimensions;
    const bool is_extended = std::any_of(
        dimensions.begin(), dimensions.end(),
        [&](model::DimensionId dimension) { return has_grown(schema.dimensions[dimension]); });
    if (is_extended) ids.push_back(id);
  }
  return ids;
}

/// What `make_filled` left as the variable's fill value.
model::Values fill_value_of(const model::Variable& variable) {
  const model::Attribute* const own = model::find_attribute(variable.attributes, "_FillValue");
  return own != nullptr ? *own->values : model::default_fill_value(variable.type);
}

}  // namespace

bool must_extend_filled(const PreparedCopy& prepared) {
  return !variables_to_extend(prepared).empty();
}

void extend_filled(const PreparedCopy& prepared, model::ChunkStore& output) {
  const model::Schema& schema = prepared.output_schema;
  for (const VariableId id : variables_to_extend(prepared)) {
    base::throw_if_stopped();
    output.extend(id, schema.shape(schema.variables[id]));
  }
}

void extend_filled(const PreparedCopy& prepared, model::Dataset& output) {
  const model::Schema& schema = prepared.output_schema;
  for (const VariableId id : variables_to_extend(prepared)) {
    base::throw_if_stopped();
    const model::Variable& variable = schema.variables[id];
    model::Box last{schema.shape(variable),
                    std::vector<std::size_t>(variable.dimensions.size(), 1)};
    for (std::size_t& start : last.start) --start;
    output.write(id, last, fill_value_of(variable));
  }
}

}  // namespace ncf::ops
