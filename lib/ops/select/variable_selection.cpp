// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/variable_selection.hpp"

#include <fmt/format.h>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "filter/registry/cd_values.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using Decisions = std::vector<std::optional<filter::Decision>>;

std::vector<filter::SelectableVariable> selectable_variables(
    const model::Schema& schema, const std::vector<bool>& is_coordinate) {
  std::vector<filter::SelectableVariable> variables;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    variables.push_back(
        {schema.variable_path(id), schema.variables[id].type->name, is_coordinate[id]});
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

ValueOption read_value_option(std::string_view option, const std::string& text) {
  filter::SelectorReading reading =
      read_option(option, [&] { return filter::read_selector(text); });
  return {{{.selector = std::move(reading.selector), .none = false, .spec = {}}, text, true},
          text.substr(std::min(reading.end + 1, text.size()))};
}

std::vector<filter::SelectableVariable> selectable_variables(const model::Schema& schema) {
  return selectable_variables(schema, model::find_coordinates(schema));
}

Decisions decide(std::string_view option, std::span<const filter::GivenOption> options,
                 const Subset& source, bool (*is_possible)(const model::Variable&),
                 std::vector<std::string>& notes, std::vector<std::string>* absent) {
  const auto variables = selectable_variables(source.schema, source.is_coordinate);
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

bool is_named(std::string_view path, std::string_view name) {
  if (name.front() == '/') return path == name;
  return path.ends_with(name) && path.size() > name.size() &&
         path[path.size() - name.size() - 1] == '/';
}

namespace {

/// Returns why the schema lacks what the name selects, if the file has it; or empty.
std::string reason(std::string_view name, std::span<const model::Finding> findings) {
  for (const model::Finding& finding : findings) {
    const bool is_part = !finding.attribute && is_named(base::to_nfc(finding.path), name);
    if (is_part) return ": " + finding.message();
  }
  return {};
}

}  // namespace

std::string advice_on_name(std::string_view name, const std::vector<std::string>& paths) {
  const bool is_path = name.find('/') != std::string_view::npos;
  std::vector<std::string_view> known;
  for (const std::string& path : paths) {
    known.push_back(is_path ? path : std::string_view(path).substr(path.rfind('/') + 1));
  }
  std::vector<std::string> similar;
  for (const std::size_t i : base::find_similar(name, known, name.size() / 3)) {
    similar.push_back(paths[i]);
  }
  return similar.empty() ? "" : fmt::format(", did you mean {}?", filter::alternatives(similar));
}

Marks find_named(const std::vector<std::string>& names, std::string_view option,
                 std::string_view what, const std::vector<std::string>& paths,
                 std::span<const model::Finding> findings) {
  Marks named(paths.size(), false);
  for (const std::string& name : names) {
    if (name.empty()) {
      throw Error(ErrorCode::usage, fmt::format("{}: empty name, expected a {}", option, what));
    }
    bool found = false;
    const std::string composed = base::to_nfc(name);
    for (std::size_t id = 0; id < paths.size(); ++id) {
      if (!is_named(paths[id], composed)) continue;
      named[id] = true;
      found = true;
    }
    if (!found) {
      const std::string why = reason(composed, findings);
      throw Error(ErrorCode::not_found,
                  fmt::format("{}: there is no {} {}{}", option, what, name,
                              why.empty() ? advice_on_name(name, paths) : why));
    }
  }
  return named;
}

std::vector<std::string> paths_of_variables(const model::Schema& schema) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    paths.push_back(base::to_nfc(schema.variable_path(id)));
  }
  return paths;
}

std::vector<std::string> paths_of_dimensions(const model::Schema& schema) {
  std::vector<std::string> paths;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    paths.push_back(base::to_nfc(schema.dimension_path(id)));
  }
  return paths;
}

Marks find_variables(const model::Schema& schema, const std::vector<std::string>& names,
                     std::string_view option) {
  return find_named(names, option, "variable", paths_of_variables(schema), schema.findings);
}

Marks find_groups(const model::Schema& schema, const std::vector<std::string>& names,
                  std::string_view option) {
  std::vector<std::string> paths;
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    paths.push_back(base::to_nfc(schema.group_path(id)));
  }
  return find_named(names, option, "group", paths, schema.findings);
}

}  // namespace ncf::ops
