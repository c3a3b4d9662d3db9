// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/zarr_losses.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "store/zarr/nczarr.hpp"

namespace ncf::ops {
namespace {

/// owner: path of the variable or group; empty for the root.
void adapt(std::vector<model::Attribute>& attributes, const std::string& owner,
           std::vector<std::string>& notes) {
  std::erase_if(attributes, [&](const model::Attribute& attribute) {
    if (!store::zarr::is_hidden_attribute(attribute.name, owner.empty())) return false;
    notes.push_back(
        fmt::format("attribute {}:{} is left out: Zarr reserves its name", owner, attribute.name));
    return true;
  });
  for (model::Attribute& attribute : attributes) {
    const std::size_t count = model::count_null_strings(*attribute.values);
    if (count == 0) continue;
    notes.push_back(
        describe_null_strings(fmt::format("attribute {}:{}", owner, attribute.name), count));
    model::Values values = *attribute.values;
    model::empty_null_strings(values);
    attribute.values = std::make_shared<const model::Values>(std::move(values));
  }
}

}  // namespace

std::string describe_null_strings(const std::string& owner, std::size_t count) {
  return fmt::format("{}: NIL strings ({}) become empty ones: Zarr has no NIL", owner, count);
}

std::vector<std::string> adapt_attributes_to_zarr(model::Schema& schema) {
  std::vector<std::string> notes;
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    adapt(schema.groups[id].attributes, id == 0 ? "" : schema.group_path(id), notes);
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    adapt(schema.variables[id].attributes, schema.variable_path(id), notes);
  }
  return notes;
}

}  // namespace ncf::ops
