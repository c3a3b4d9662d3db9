// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/kept_in_place.hpp"

#include <fmt/format.h>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

void require_attributes(const std::vector<model::Attribute>& before,
                        const std::vector<model::Attribute>& after, const std::string& owner) {
  for (const model::Attribute& attribute : before) {
    if (model::find_attribute(after, attribute.name) != nullptr) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("--in-place would lose attribute {}; use --into",
                            model::attribute_path(owner, attribute.name)));
  }
}

void require_name(const std::string& before, const std::string& after) {
  if (before == after) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("--in-place would write the name {} in another form of Unicode, in which "
                          "some programs do not find it; use --into",
                          before));
}

}  // namespace

void require_kept_in_place(const model::Schema& input, const model::Schema& output) {
  if (output.groups.size() < input.groups.size()) {
    throw Error(ErrorCode::unsupported, "--in-place would lose groups; use --into");
  }
  for (model::GroupId id = 0; id < input.groups.size(); ++id) {
    require_name(input.groups[id].name, output.groups[id].name);
    require_attributes(input.groups[id].attributes, output.groups[id].attributes,
                       input.group_path(id));
  }
  for (model::DimensionId id = 0; id < input.dimensions.size(); ++id) {
    require_name(input.dimensions[id].name, output.dimensions[id].name);
  }
  for (model::VariableId id = 0; id < input.variables.size(); ++id) {
    require_name(input.variables[id].name, output.variables[id].name);
    require_attributes(input.variables[id].attributes, output.variables[id].attributes,
                       input.variable_path(id));
  }
}

}  // namespace ncf::ops
