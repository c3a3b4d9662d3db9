// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/document.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cdl/read/literal.hpp"

namespace ncf::cdl {
namespace {

using model::GroupId;
using model::TypeClass;

std::string name_of(const model::Schema& schema, const Definitions::Attribute& attribute) {
  const AttributeOwner& owner = attribute.owner;
  const std::string name = "attribute " + attribute.name;
  if (owner.variable) return schema.variable_title(*owner.variable) + ": " + name;
  return owner.group == 0 ? name : "group " + schema.group_path(owner.group) + ": " + name;
}

}  // namespace

std::optional<NamedDefinition> find_named(const Definitions& definitions,
                                          const model::Schema& schema, std::string_view message) {
  std::optional<NamedDefinition> found;
  std::size_t longest = 0;
  // Messages name a place as "name: ..." or "...: name: ...". The longest name is the innermost.
  const std::string separator = ": ";
  const std::string separated = separator + std::string(message);
  const auto compare = [&](const std::string& name, const Span& span) {
    const std::size_t begin = separated.find(separator + name + separator);
    if (begin == std::string::npos || name.size() <= longest) return;
    longest = name.size();
    found = {span, begin};
  };
  for (model::GroupId id = 1; id < definitions.groups.size(); ++id) {
    compare("group " + schema.group_path(id), definitions.groups[id]);
  }
  for (std::size_t i = 0; i < definitions.types.size(); ++i) {
    compare("type " + schema.types[i].type->name, definitions.types[i]);
  }
  for (model::DimensionId id = 0; id < definitions.dimensions.size(); ++id) {
    compare("dimension " + schema.dimension_path(id), definitions.dimensions[id]);
  }
  for (model::VariableId id = 0; id < definitions.variables.size(); ++id) {
    compare(schema.variable_title(id), definitions.variables[id]);
  }
  for (const Definitions::Attribute& attribute : definitions.attributes) {
    compare(name_of(schema, attribute), attribute.span);
  }
  if (!found) return found;
  const std::string_view about = message.substr(found->begin);
  const bool is_about_filters = about.find("filter") != std::string_view::npos ||
                                about.find("codec") != std::string_view::npos;
  if (!is_about_filters) return found;
  for (const auto& [id, spans] : definitions.filters) {
    const std::string variable = schema.variable_title(id) + ": ";
    if (spans.size() == 1 && about.starts_with(variable)) found->span = spans.front();
  }
  return found;
}

// ---- Names ----

Path parse_path(std::string_view text) {
  Path path;
  path.is_absolute = text.starts_with('/');
  if (path.is_absolute) text.remove_prefix(1);
  // A slash cannot be escaped, so every slash separates names.
  for (std::size_t slash = text.find('/'); slash != std::string_view::npos;
       slash = text.find('/')) {
    path.groups.push_back(parse_name(text.substr(0, slash)));
    text.remove_prefix(slash + 1);
  }
  path.name = parse_name(text);
  return path;
}

bool Scope::add_group(GroupId id) {
  groups_.resize(id + 1);
  const model::Group& group = schema_.groups[id];
  return groups_[*group.parent].groups.emplace(group.name, id).second;
}

bool Scope::add_type(std::size_t index) {
  const model::UserType& type = schema_.types[index];
  return groups_[type.group].types.emplace(type.type->name, index).second;
}

bool Scope::add_dimension(model::DimensionId id) {
  const model::Dimension& dimension = schema_.dimensions[id];
  return groups_[dimension.group].dimensions.emplace(dimension.name, id).second;
}

bool Scope::add_variable(model::VariableId id) {
  const model::Variable& variable = schema_.variables[id];
  return groups_[variable.group].variables.emplace(variable.name, id).second;
}

std::optional<GroupId> Scope::find_group(const Path& path) const {
  GroupId group = 0;
  for (const std::string& name : path.groups) {
    const auto found = groups_[group].groups.find(name);
    if (found == groups_[group].groups.end()) return std::nullopt;
    group = found->second;
  }
  return group;
}

std::optional<std::size_t> Scope::find_in(Names Group::*names, GroupId group,
                                          const std::string& name) const {
  const auto found = (groups_[group].*names).find(name);
  if (found == (groups_[group].*names).end()) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> Scope::find_upwards(Names Group::*names, GroupId from,
                                               const Path& path) const {
  if (path.is_absolute) {
    const auto group = find_group(path);
    return group ? find_in(names, *group, path.name) : std::nullopt;
  }
  for (std::optional<GroupId> group = from; group; group = schema_.groups[*group].parent) {
    if (const auto found = find_in(names, *group, path.name); found) return found;
  }
  return std::nullopt;
}

std::optional<model::DimensionId> Scope::find_dimension(GroupId from, const Path& path) const {
  return find_upwards(&Group::dimensions, from, path);
}

std::optional<model::VariableId> Scope::find_variable(GroupId from, const Path& path) const {
  const auto group = path.is_absolute ? find_group(path) : from;
  return group ? find_in(&Group::variables, *group, path.name) : std::nullopt;
}

model::TypeRef Scope::find_type(GroupId from, const Path& path) const {
  if (!path.is_absolute) {
    if (model::TypeRef atomic = find_atomic_type(path.name); atomic) return atomic;
  }
  if (const auto found = find_upwards(&Group::types, from, path); found) {
    return schema_.types[*found].type;
  }
  if (path.is_absolute) return nullptr;
  model::TypeRef only;
  for (const model::UserType& type : schema_.types) {
    if (type.type->name != path.name) continue;
    if (only) return nullptr;
    only = type.type;
  }
  return only;
}

model::TypeRef find_atomic_type(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, TypeClass>, 17> words{{
      {"byte", TypeClass::byte_},
      {"char", TypeClass::char_},
      {"short", TypeClass::short_},
      {"int", TypeClass::int_},
      {"integer", TypeClass::int_},
      {"long", TypeClass::int_},
      {"float", TypeClass::float_},
      {"real", TypeClass::float_},
      {"double", TypeClass::double_},
      {"ubyte", TypeClass::ubyte},
      {"ushort", TypeClass::ushort},
      {"uint", TypeClass::uint},
      {"uinteger", TypeClass::uint},
      {"ulong", TypeClass::uint},
      {"int64", TypeClass::int64},
      {"uint64", TypeClass::uint64},
      {"string", TypeClass::string},
  }};
  const auto* const found =
      std::ranges::find_if(words, [&](const auto& pair) { return pair.first == word; });
  return found == words.end() ? nullptr : model::atomic_type(found->second);
}

}  // namespace ncf::cdl
