// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/variable_selection.hpp"

#include <fmt/format.h>

#include "base/errors/error_context.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using Decisions = std::vector<std::optional<filter::Decision>>;

std::vector<filter::SelectableVariable> selectable_variables(const Subset& source) {
  std::vector<filter::SelectableVariable> variables;
  for (model::VariableId id = 0; id < source.schema.variables.size(); ++id) {
    variables.push_back({source.schema.variable_path(id), source.schema.variables[id].type->name,
                         source.is_coordinate[id]});
  }
  return variables;
}

void note_spared(std::string_view option, const std::vector<std::string>& coordinates,
                 std::vector<std::string>& notes) {
  if (coordinates.empty()) return;
  notes.push_back(
      fmt::format("coordinates keep their exact values: {}; to change them too, name them with {}",
                  format_few(coordinates), option));
}

void note_changed(std::span<const filter::GivenOption> options,
                  const std::vector<filter::SelectableVariable>& variables,
                  const Decisions& decisions, std::vector<std::string>& notes) {
  for (std::size_t id = 0; id < variables.size(); ++id) {
    if (!decisions[id] || !variables[id].is_coordinate) continue;
    const filter::GivenOption& given = options[decisions[id]->option];
    if (!given.changes_values) continue;
    notes.push_back(fmt::format("{} is a coordinate, and \"{}\" may change its values",
                                variables[id].path, given.text));
  }
}

}  // namespace

Decisions decide(std::string_view option, std::span<const filter::GivenOption> options,
                 const Subset& source, bool (*is_possible)(const model::Variable&),
                 std::vector<std::string>& notes, std::vector<std::string>* absent) {
  const auto variables = selectable_variables(source);
  std::vector<std::size_t> spared;
  std::vector<std::string> items;
  Decisions decisions = base::with_context(option, [&] {
    return filter::SelectorMatcher(variables).decide(options, &spared,
                                                     absent == nullptr ? nullptr : &items);
  });
  for (const std::string& item : items) absent->push_back(fmt::format("{} {}", option, item));
  std::vector<std::string> exact;
  for (const std::size_t id : spared) {
    if (is_possible(source.schema.variables[id])) exact.push_back(variables[id].path);
  }
  note_spared(option, exact, notes);
  note_changed(options, variables, decisions, notes);
  return decisions;
}

}  // namespace ncf::ops
