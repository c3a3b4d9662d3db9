// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/changed_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "base/errors/error_context.hpp"
#include "cdl/read/parser.hpp"
#include "filter/spec/selector.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::Schema;
using model::Values;
using model::Variable;

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

/// Returns what a text means as values in CDL; empty if it is none.
std::optional<Values> find_cdl_values(const std::string& text) {
  const std::string cdl = fmt::format("netcdf a {{ :a = {} ; }}", text);
  std::string_view rest = cdl;
  cdl::TextWindow window([&](std::span<char> piece) {
    const std::size_t count = rest.copy(piece.data(), piece.size());
    rest.remove_prefix(count);
    return count;
  });
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

/// Returns whether there was something to change. values: null to remove the attribute.
bool change(std::vector<Attribute>& attributes, const std::string& name,
            std::shared_ptr<const Values> values) {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  if (found == attributes.end()) {
    if (!values) return false;
    attributes.push_back({name, std::move(values)});
    return true;
  }
  if (values) {
    *found = {name, std::move(values)};
  } else {
    attributes.erase(found);
  }
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
  const auto shared = values ? std::make_shared<const Values>(*values) : nullptr;
  bool is_changed = false;
  if (asked.owner.empty() || asked.owner.ends_with('/')) {
    const auto group = find_group(schema, asked.owner);
    if (!group) {
      throw Error(ErrorCode::not_found, fmt::format("--attribute '{}': no such group", text));
    }
    is_changed = change(schema.groups[*group].attributes, asked.name, shared);
  } else {
    for (const std::size_t id : find_owners(schema, asked, text)) {
      Variable& variable = schema.variables[id];
      const bool is_compared = values && model::has_type_of_variable(asked.name);
      const bool is_this_changed =
          change(variable.attributes, asked.name,
                 is_compared ? std::make_shared<const Values>(in_type_of(variable, *values, text))
                             : shared);
      is_changed = is_changed || is_this_changed;
    }
  }
  if (is_changed) return;
  throw Error(ErrorCode::not_found,
              fmt::format("--attribute '{}': there is no such attribute to remove", text));
}

}  // namespace

void change_attributes(Schema& schema, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) change_one(schema, text);
}

}  // namespace ncf::ops
