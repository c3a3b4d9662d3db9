// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables and attributes of schemas for tests of several rooms.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::test {

inline model::Attribute attribute(std::string name, model::Values values) {
  return {std::move(name), std::make_shared<const model::Values>(std::move(values)), {}};
}

inline model::Attribute text_attribute(std::string name, std::string_view text) {
  return attribute(std::move(name), model::text_values(text));
}

/// Returns a variable of the root group.
inline model::Variable variable(std::string name, model::TypeRef type,
                                std::vector<model::DimensionId> dimensions = {}) {
  model::Variable made;
  made.name = std::move(name);
  made.type = std::move(type);
  made.dimensions = std::move(dimensions);
  return made;
}

inline model::Variable variable(std::string name, model::TypeClass type,
                                std::vector<model::DimensionId> dimensions = {}) {
  return variable(std::move(name), model::atomic_type(type), std::move(dimensions));
}

/// Returns a schema of the variable "v" and its dimensions.
inline model::Schema one_variable(const model::TypeRef& type,
                                  std::vector<model::Dimension> dimensions = {}) {
  model::Schema schema;
  schema.dimensions = std::move(dimensions);
  model::Variable& v = schema.variables.emplace_back(variable("v", type));
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) v.dimensions.push_back(id);
  return schema;
}

inline model::Schema one_variable(model::TypeClass type,
                                  std::vector<model::Dimension> dimensions = {}) {
  return one_variable(model::atomic_type(type), std::move(dimensions));
}

}  // namespace ncf::test
