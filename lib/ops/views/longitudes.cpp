// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/longitudes.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "model/schema/coordinates.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Adds the shifts to the values of a variable with the dimension, after what is done to them
/// before.
void shift_values(ViewInMaking& view, VariableId id, DimensionId dimension,
                  const std::vector<Run>& runs) {
  const Variable& variable = view.definition.schema.variables[id];
  const auto place = std::ranges::find(variable.dimensions, dimension);
  const bool is_signed = model::visit_number(
      variable.type->type_class, [](auto like) { return std::is_signed_v<decltype(like)>; });
  if (place == variable.dimensions.end() || !is_signed) return;
  const auto axis = static_cast<std::size_t>(place - variable.dimensions.begin());
  std::vector<double> shifts;
  for (const Run& run : runs) shifts.insert(shifts.end(), run.count, run.shift);
  auto conversion = std::make_shared<model::ViewConversion>();
  conversion->original = variable.type;
  conversion->convert = [shifts, axis, type = variable.type](const model::Box& box,
                                                             std::span<const std::byte> originals,
                                                             std::span<std::byte> values) {
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < box.count.size(); ++i) inner *= box.count[i];
    model::visit_number(type->type_class, [&](auto like) {
      using Number = decltype(like);
      for (std::size_t i = 0; i < box.value_count(); ++i) {
        const double more = shifts[box.start[axis] + i / inner % box.count[axis]];
        const auto number = model::load<Number>(originals.data() + i * sizeof(Number));
        model::store(values.data() + i * sizeof(Number),
                     static_cast<Number>(static_cast<double>(number) + more));
      }
      return true;
    });
  };
  for (model::Origin& origin : view.definition.variables[id].origins) {
    origin.conversion = model::chained(std::move(origin.conversion), conversion);
  }
}

}  // namespace

void shift_longitudes(ViewInMaking& view, VariableId id, DimensionId dimension,
                      const std::vector<Run>& runs) {
  if (std::ranges::all_of(runs, [](const Run& run) { return run.shift == 0; })) return;
  const Schema& schema = view.definition.schema;
  const Variable& variable = schema.variables[id];
  if (model::is_packed(variable)) return;
  shift_values(view, id, dimension, runs);
  const std::string bounds = model::text_attribute(variable, "bounds");
  for (VariableId other = 0; other < schema.variables.size(); ++other) {
    const Variable& candidate = schema.variables[other];
    if (candidate.group != variable.group || candidate.name != bounds) continue;
    shift_values(view, other, dimension, runs);
  }
}

}  // namespace ncf::ops
