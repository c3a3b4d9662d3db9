// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/joined_parts.hpp"

#include <cmath>
#include <vector>

#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/values/convert.hpp"

namespace ncf::ops {

using model::Variable;
using model::VariableId;

const model::Attribute* find_meaning(const Variable& variable, std::string_view name) {
  const auto* const attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr || (name != "_FillValue" && name != "missing_value")) return attribute;
  const std::vector<double> numbers = model::to_doubles(*attribute->values);
  return numbers.size() == 1 && std::isnan(numbers.front()) ? nullptr : attribute;
}

bool have_same_values(model::Source& a, VariableId a_id, model::Source& b, VariableId b_id) {
  constexpr std::uint64_t slab_bytes = std::uint64_t{8} << 20U;
  const Variable& variable = a.schema().variables[a_id];
  const std::vector<std::size_t> shape = a.schema().shape(variable);
  const model::ChunkGrid grid(shape,
                              model::slab_shape(shape, variable.type->size_bytes, slab_bytes));
  model::Values left(variable.type);
  model::Values right(b.schema().variables[b_id].type);
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = grid.within(grid.chunk_box(i));
    a.read(a_id, box, left);
    b.read(b_id, box, right);
    if (left != right) return false;
  }
  return true;
}

}  // namespace ncf::ops
