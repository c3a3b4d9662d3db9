// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/compare_scope.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/text/characters.hpp"
#include "model/schema/format_facts.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

std::vector<VariablePair> pair_variables(const Schema& first, const Schema& second) {
  std::map<std::string, VariableId> others;
  for (VariableId id = 0; id < second.variables.size(); ++id) {
    others[second.variable_path(id)] = id;
  }
  std::vector<VariablePair> pairs;
  for (VariableId id = 0; id < first.variables.size(); ++id) {
    VariablePair pair{first.variable_path(id), id, {}};
    const auto found = others.find(pair.path);
    if (found != others.end()) {
      pair.second = found->second;
      others.erase(found);
    }
    pairs.push_back(std::move(pair));
  }
  for (VariableId id = 0; id < second.variables.size(); ++id) {
    const std::string path = second.variable_path(id);
    if (others.contains(path)) pairs.push_back({path, {}, id});
  }
  return pairs;
}

std::vector<std::string> group_paths(const Schema& first, const Schema& second) {
  std::vector<std::string> paths;
  for (const Schema* schema : {&first, &second}) {
    for (model::GroupId id = 0; id < schema->groups.size(); ++id) {
      const std::string path = schema->group_path(id);
      if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    }
  }
  return paths;
}

std::vector<std::string> composed(std::vector<std::string> paths) {
  for (std::string& path : paths) path = base::to_nfc(path);
  return paths;
}

bool is_within(const std::string& path, const std::string& group) {
  return group == "/" ||
         (path.starts_with(group) && (path.size() == group.size() || path[group.size()] == '/'));
}

/// Returns the groups with these names, and all below them.
std::vector<std::string> named_groups(const std::vector<std::string>& names,
                                      const std::vector<std::string>& paths,
                                      std::span<const model::Finding> findings) {
  const Marks named = find_named(names, "-g", "group", composed(paths), findings);
  std::vector<std::string> groups;
  for (const std::string& path : paths) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!named[i] || !is_within(path, paths[i])) continue;
      groups.push_back(path);
      break;
    }
  }
  return groups;
}

using model::DimensionId;
using model::facts_of;
using model::FormatFacts;
using model::Schema;
using Unlimited = model::FormatFacts::Unlimited;

bool is_only_unlimited(const Schema& schema) {
  return std::ranges::count_if(schema.dimensions, &model::Dimension::is_unlimited) == 1;
}

bool comes_first(const Schema& schema, DimensionId dimension) {
  return std::ranges::none_of(schema.variables, [&](const model::Variable& variable) {
    const auto& ids = variable.dimensions;
    return !ids.empty() && std::find(ids.begin() + 1, ids.end(), dimension) != ids.end();
  });
}

}  // namespace

bool CompareScope::has(const model::Finding& finding) const {
  return is_whole ||
         std::ranges::any_of(
             groups, [&](const std::string& group) { return is_within(finding.path, group); }) ||
         std::ranges::any_of(variables,
                             [&](const VariablePair& pair) { return pair.path == finding.path; });
}

CompareScope choose_scope(const CompareOptions& options, const Schema& first,
                          const Schema& second) {
  CompareScope scope{pair_variables(first, second), group_paths(first, second), true};
  if (options.variables.empty() && options.groups.empty()) return scope;
  scope.is_whole = false;
  std::vector<std::string> paths;
  for (const VariablePair& pair : scope.variables) paths.push_back(pair.path);
  std::vector<model::Finding> findings = first.findings;
  findings.insert(findings.end(), second.findings.begin(), second.findings.end());
  const Marks named = find_named(options.variables, "-v", "variable", composed(paths), findings);
  scope.groups = named_groups(options.groups, scope.groups, findings);
  std::vector<VariablePair> selected;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const bool is_in_group = std::ranges::any_of(
        scope.groups, [&](const std::string& group) { return is_within(paths[i], group); });
    if (named[i] || is_in_group) selected.push_back(std::move(scope.variables[i]));
  }
  scope.variables = std::move(selected);
  return scope;
}

bool expresses_lone_dimensions(Format format) { return facts_of(format).has_lone_dimensions; }

bool expresses_growth(Format format, const Schema& schema, DimensionId dimension) {
  const FormatFacts facts = facts_of(format);
  if (!schema.dimensions[dimension].is_unlimited) {
    return facts.unlimited != Unlimited::first || schema.dimensions[dimension].length > 0;
  }
  switch (facts.unlimited) {
    case Unlimited::first:
      return is_only_unlimited(schema) && comes_first(schema, dimension);
    case Unlimited::single:
      return is_only_unlimited(schema);
    case Unlimited::any:
      return true;
    case Unlimited::as_fixed:
      break;
  }
  return false;
}

bool expresses_attribute_type(Format format, const model::Type& type) {
  const FormatFacts facts = facts_of(format);
  return facts.types_attributes &&
         type.type_class <= std::min(facts.largest_type, model::TypeClass::string);
}

}  // namespace ncf::ops
