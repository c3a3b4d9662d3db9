// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/faults.hpp"

#include "model/box.hpp"

namespace ncf::ops {

// A dataset says what is wrong with a variable before it reads any of its values: an empty box
// reads nothing else. A scalar has no empty box, and one value is no work.
std::optional<Error> find_fault(model::Dataset& dataset, model::VariableId id) {
  if (is_zarr(dataset.schema().format)) return std::nullopt;
  const model::Variable& variable = dataset.schema().variables[id];
  const std::vector<std::size_t> nothing(variable.dimensions.size(), 0);
  model::Values values(variable.type);
  try {
    dataset.read(id, {nothing, nothing}, values);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace ncf::ops
