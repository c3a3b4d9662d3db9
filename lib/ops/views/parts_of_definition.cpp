// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/parts_of_definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text/characters.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Returns the only variable that a name means.
VariableId find_one(const Schema& schema, const std::string& name, std::string_view option) {
  const Marks named = find_variables(schema, {name}, option);
  if (std::ranges::count(named, true) > 1) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: several variables are named {}; write the path, for example {}",
                            option, name,
                            schema.variable_path(static_cast<VariableId>(
                                std::ranges::find(named, true) - named.begin()))));
  }
  return static_cast<VariableId>(std::ranges::find(named, true) - named.begin());
}

/// Returns the values of an attribute with another name in its text; null if it is no text.
std::shared_ptr<const model::Values> renamed_text(const model::Attribute& attribute,
                                                  const std::string& from, const std::string& to) {
  const model::Values& values = *attribute.values;
  if (values.type()->type_class == model::TypeClass::char_) {
    return std::make_shared<const model::Values>(
        model::text_values(model::with_renamed(attribute.name, model::text_of(values), from, to)));
  }
  if (values.type()->type_class != model::TypeClass::string || values.count() != 1) return nullptr;
  const auto texts = model::texts_of(values);
  return std::make_shared<const model::Values>(
      model::string_value(model::with_renamed(attribute.name, texts.front(), from, to)));
}

void rename_in(std::vector<model::Attribute>& attributes, const std::string& from,
               const std::string& to) {
  for (model::Attribute& attribute : attributes) {
    if (!model::refers_to_variables(attribute.name)) continue;
    if (auto values = renamed_text(attribute, from, to)) attribute.values = values;
  }
}

void require_free(const Schema& schema, model::GroupId group, const std::string& name) {
  const auto is_taken = [&](const auto& object) {
    return object.group == group && object.name == name;
  };
  if (std::ranges::any_of(schema.variables, is_taken) ||
      std::ranges::any_of(schema.dimensions, is_taken)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("--rename-variable: there is a variable or a dimension {} already", name));
  }
}

void rename_one(Schema& schema, const std::string& text, std::vector<std::string>& steps) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
    throw Error(ErrorCode::usage, fmt::format("--rename-variable '{}': expected OLD=NEW", text));
  }
  const std::string to = text.substr(sign + 1);
  if (to.find('/') != std::string::npos) {
    throw Error(ErrorCode::usage,
                fmt::format("--rename-variable '{}': the new name cannot contain a slash", text));
  }
  const VariableId id = find_one(schema, text.substr(0, sign), "--rename-variable");
  Variable& variable = schema.variables[id];
  const std::string from = variable.name;
  require_free(schema, variable.group, to);
  steps.push_back(fmt::format("--rename-variable {}: was {}", to, schema.variable_path(id)));
  for (const DimensionId dimension : variable.dimensions) {
    if (schema.dimensions[dimension].name == from) schema.dimensions[dimension].name = to;
  }
  variable.name = to;
  for (Variable& other : schema.variables) rename_in(other.attributes, from, to);
  for (model::Group& group : schema.groups) rename_in(group.attributes, from, to);
}

}  // namespace

void exclude(model::ViewDefinition& view, const std::string& name) {
  Schema& schema = view.schema;
  const Marks left_out = find_variables(schema, {name}, "-V");
  std::vector<Variable> variables;
  std::vector<model::ViewVariable> viewed;
  for (VariableId id = 0; id < left_out.size(); ++id) {
    if (left_out[id]) {
      std::erase_if(schema.findings, [path = schema.variable_path(id)](const auto& finding) {
        return finding.path == path;
      });
      continue;
    }
    variables.push_back(std::move(schema.variables[id]));
    viewed.push_back(std::move(view.variables[id]));
  }
  schema.variables = std::move(variables);
  view.variables = std::move(viewed);
}

void rename(model::ViewDefinition& view, const std::vector<std::string>& texts,
            std::vector<std::string>& steps) {
  for (const std::string& text : texts) rename_one(view.schema, text, steps);
}

void make_unlimited(model::ViewDefinition& view, const std::vector<std::string>& names) {
  Schema& schema = view.schema;
  std::vector<std::string> paths;
  for (DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    paths.push_back(base::to_nfc(schema.dimension_path(id)));
  }
  const Marks named = find_named(names, "--unlimited", "dimension", paths, {});
  for (DimensionId id = 0; id < named.size(); ++id) {
    if (!named[id]) continue;
    schema.dimensions[id].is_unlimited = true;
    for (Variable& variable : schema.variables) {
      const bool has_chunks = variable.storage.layout == model::Layout::chunked;
      if (!has_chunks && std::ranges::count(variable.dimensions, id) > 0) {
        variable.storage = {model::Layout::chunked, {}};
      }
    }
  }
}

}  // namespace ncf::ops
