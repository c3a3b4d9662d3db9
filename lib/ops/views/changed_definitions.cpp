// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "cdl/read/parser.hpp"
#include "filter/spec/selector.hpp"
#include "model/schema/coordinates.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::DimensionId;
using model::Schema;
using model::Values;
using model::Variable;
using model::VariableId;

/// Returns the only variable that a name means.
VariableId find_one(const Schema& schema, const std::string& name, std::string_view option) {
  const Marks named = find_variables(schema, {name}, option);
  const auto first = static_cast<VariableId>(std::ranges::find(named, true) - named.begin());
  if (std::ranges::count(named, true) == 1) return first;
  throw Error(ErrorCode::usage,
              fmt::format("{}: several variables are named {}; write the path, for example {}",
                          option, name, schema.variable_path(first)));
}

/// Returns the values of an attribute with another name in its text; null if it is not text.
std::shared_ptr<const Values> renamed_text(const Attribute& attribute, const std::string& from,
                                           const std::string& to) {
  const Values& values = *attribute.values;
  const auto renamed = [&](std::string_view text) {
    return model::with_renamed(attribute.name, text, from, to);
  };
  if (values.type()->type_class == model::TypeClass::char_) {
    return std::make_shared<const Values>(model::text_values(renamed(model::text_of(values))));
  }
  if (values.type()->type_class != model::TypeClass::string || values.count() != 1) return nullptr;
  return std::make_shared<const Values>(
      model::string_value(renamed(model::texts_of(values).front())));
}

void rename_in(std::vector<Attribute>& attributes, const std::string& from, const std::string& to) {
  for (Attribute& attribute : attributes) {
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

struct AttributeChange {
  std::string owner;  ///< a selector of variables, or a group with a slash at its end
  std::string name;
  std::string value;  ///< empty: the attribute is removed
};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Error(ErrorCode::usage, fmt::format("--attribute '{}': {}", text, why));
}

AttributeChange parse_change(const std::string& text) {
  std::size_t sign = text.find('@');
  while (sign != std::string::npos && sign > 0 && text[sign - 1] == '\\') {
    sign = text.find('@', sign + 1);
  }
  const std::size_t equals = sign == std::string::npos ? sign : text.find('=', sign);
  if (equals == std::string::npos || equals == sign + 1) {
    refuse(text, "expected VARIABLES@NAME=VALUE, or @NAME=VALUE for an attribute of the dataset");
  }
  return {text.substr(0, sign), text.substr(sign + 1, equals - sign - 1), text.substr(equals + 1)};
}

/// Returns the values that a text means in CDL; empty if it means none.
std::optional<Values> find_cdl_values(const std::string& text) {
  const std::string cdl = fmt::format("netcdf a {{ :a = {} ; }}", text);
  cdl::TextWindow window(cdl::source_of(cdl));
  cdl::Diagnostics silent("", {});
  const auto no_data = [](const Schema&, model::VariableId, cdl::Lexer&) {};
  const Schema schema = cdl::Parser(window, silent, no_data).parse().schema;
  const std::vector<Attribute>& attributes = schema.groups.front().attributes;
  if (silent.errors() > 0 || attributes.size() != 1) return std::nullopt;
  return *attributes.front().values;
}

Values parse_value(const std::string& text) {
  auto values = find_cdl_values(text);
  return values ? *std::move(values) : model::text_values(text);
}

/// Returns values in the type of a variable, with whose values readers compare them.
Values in_type_of(const Variable& variable, const Values& values, const std::string& text) {
  if (model::same_type(*values.type(), *variable.type)) return values;
  auto exact = model::convert_exactly(values, variable.type);
  if (!exact) refuse(text, fmt::format("is not a value of type {}", variable.type->name));
  return *std::move(exact);
}

/// Returns whether there was something to change. values: empty to remove the attribute.
bool change(std::vector<Attribute>& attributes, const std::string& name,
            const std::optional<Values>& values) {
  if (!values) {
    return std::erase_if(attributes, [&](const auto& other) { return other.name == name; }) > 0;
  }
  set_attribute(attributes, name, *values);
  return true;
}

std::optional<model::GroupId> find_group(const Schema& schema, const std::string& owner) {
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    const std::string path = schema.group_path(id);
    if (owner == path || owner == path + '/' || (id == 0 && owner.empty()) ||
        '/' + owner == path + '/') {
      return id;
    }
  }
  return std::nullopt;
}

/// Returns the selected variables. throws: Error(usage, not_found).
std::vector<std::size_t> find_owners(const Schema& schema, const AttributeChange& asked,
                                     const std::string& text) {
  const auto variables = selectable_variables(schema);
  return base::with_context("--attribute", [&] {
    const filter::SelectorReading reading =
        read_option(text, [&] { return filter::read_selector(asked.owner); });
    if (reading.end != asked.owner.size()) refuse(text, "several items are separated by &");
    std::vector<std::size_t> owners;
    const filter::SelectorMatcher matcher(variables);
    for (const auto& item : reading.selector.items) {
      std::ranges::copy(matcher.match(item, asked.owner).variables, std::back_inserter(owners));
    }
    return owners;
  });
}

void change_one(Schema& schema, const std::string& text) {
  const AttributeChange asked = parse_change(text);
  std::optional<Values> values;
  if (!asked.value.empty()) values = parse_value(asked.value);
  bool is_changed = false;
  if (asked.owner.empty() || asked.owner.ends_with('/')) {
    const auto group = find_group(schema, asked.owner);
    if (!group) {
      throw Error(ErrorCode::not_found, fmt::format("--attribute '{}': no such group", text));
    }
    is_changed = change(schema.groups[*group].attributes, asked.name, values);
  } else {
    for (const std::size_t id : find_owners(schema, asked, text)) {
      Variable& variable = schema.variables[id];
      const bool is_compared = values && model::has_type_of_variable(asked.name);
      const bool is_this_changed =
          change(variable.attributes, asked.name,
                 is_compared ? in_type_of(variable, *values, text) : values);
      is_changed = is_changed || is_this_changed;
    }
  }
  if (is_changed) return;
  throw Error(ErrorCode::not_found,
              fmt::format("--attribute '{}': there is no such attribute to remove", text));
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

void rename(Schema& schema, const std::vector<std::string>& texts,
            std::vector<std::string>& steps) {
  for (const std::string& text : texts) rename_one(schema, text, steps);
}

void make_unlimited(Schema& schema, const std::vector<std::string>& names) {
  const Marks named =
      find_named(names, "--unlimited", "dimension", paths_of_dimensions(schema), {});
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

void change_attributes(Schema& schema, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) change_one(schema, text);
}

}  // namespace ncf::ops
