// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/text/messages.hpp"
#include "model/values/values.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "store/netcdf4/names.hpp"

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

void leave_out_special(model::Schema& schema, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  const auto leave_out = [&](std::vector<model::Attribute>& attributes, const std::string& owner) {
    std::erase_if(attributes, [&](const model::Attribute& attribute) {
      if (!store::netcdf4::is_reserved_attribute(attribute.name)) return false;
      names.push_back(model::attribute_path(owner, attribute.name));
      return true;
    });
  };
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    leave_out(schema.groups[id].attributes, schema.group_path(id));
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    leave_out(schema.variables[id].attributes, schema.variable_path(id));
  }
  if (names.empty()) return;
  notes.push_back(
      fmt::format("netCDF-4 reserves the names of these attributes, which are left out: {}",
                  format_few(names)));
}

void require_names_of_groups(const model::Schema& schema) {
  for (model::GroupId id = 1; id < schema.groups.size(); ++id) {
    try {
      (void)store::netcdf4::name_in_file(schema.groups[id].name);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("group {}: {}; to leave it out, name the variables to copy with -V",
                              schema.group_path(id), error.what()));
    }
  }
}

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

void add_history(model::Schema& schema, const std::string& command) {
  constexpr const char* name = "history";
  const std::string line = base::without_secrets(command);
  std::vector<model::Attribute>& attributes = schema.groups.front().attributes;
  const auto known = std::ranges::find(attributes, name, &model::Attribute::name);
  if (known == attributes.end()) {
    attributes.push_back({name, std::make_shared<const model::Values>(model::text_values(line))});
    return;
  }
  const auto before = model::texts_of(*known->values);
  if (before.size() != 1) {
    throw Error(ErrorCode::unsupported,
                "--history: cannot add a line, because the attribute history is not text");
  }
  const std::string text =
      before.front().empty() ? line : fmt::format("{}\n{}", line, before.front());
  const bool is_string = known->values->type()->type_class == model::TypeClass::string;
  known->values = std::make_shared<const model::Values>(is_string ? model::string_value(text)
                                                                  : model::text_values(text));
}

}  // namespace ncf::ops
