// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/target_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/definition_state.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/filters/reused_filters.hpp"
#include "ops/output/output_schema.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

/// throws: Error(usage) for filters that the format cannot have.
std::vector<FilterChoice> choices_of(const Schema& given, Format format) {
  std::vector<FilterChoice> choices;
  for (VariableId id = 0; id < given.variables.size(); ++id) {
    const auto& asked = given.variables[id].asked_filters;
    if (!has_chunks(format) && asked && !asked->empty()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} has no filters; use another format", format_name(format)))
          .add_context("variable " + given.variable_path(id));
    }
    choices.push_back({has_chunks(format) ? asked : Chain{}, ""});
  }
  return choices;
}

bool can_encode(const Schema& schema, VariableId id, const StoredChain& filters) {
  try {
    require_filters(schema, id, filters, plugin::FilterUse::encode);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

TargetSchema::TargetSchema(const Definition& definition, Format format, const NoteHandler& on_note)
    : given(definition), placeholders(std::make_unique<plugin::PlaceholderFilters>()) {
  const Schema& defined = given.state().schema;
  std::vector<std::string> notes;
  std::vector<FilterChoice> choices = choices_of(defined, format);
  schema = make_output_schema({}, defined, format, {}, {}, choices, notes);
  for (const std::string& note : notes) {
    if (on_note) on_note(note);
  }
  const bool keeps_filters = is_netcdf4(defined.format) && is_netcdf4(format);
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    // A copy writes all values of a classic file, but a caller need not.
    if (!has_chunks(format)) variable.no_fill = defined.variables[id].no_fill;
    variable.keeps_stored_filters =
        keeps_filters && !variable.asked_filters && !can_encode(schema, id, variable.filters);
    if (!variable.keeps_stored_filters) {
      require_filters(schema, id, variable.filters_to_define(), plugin::FilterUse::encode);
      if (!variable.asked_filters) reuse(id);
      continue;
    }
    filter::FilterNames missing;
    for (const StoredFilter& filter : variable.filters) {
      if (can_encode(schema, id, {filter})) continue;
      missing.emplace(filter.id, variable.filter_name(filter.id));
    }
    placeholders->add(missing);
  }
}

/// Gives filters of a file again, with the parameters that they had there.
void TargetSchema::reuse(VariableId id) {
  model::Variable existing = given.state().schema.variables[id];
  const auto& changed = given.state().storage_in_file;
  if (const auto found = changed.find(id); found != changed.end()) existing.storage = found->second;
  plugin::PluginFilters filters;
  base::with_context("variable " + schema.variable_path(id), [&] {
    model::Variable& made = schema.variables[id];
    reuse_filters(filters, {existing, chunk_layout(existing, existing.storage.chunk_shape)},
                  model::chunk_shape_to_make(schema, made), "set_filters", made);
  });
}

Definition TargetSchema::made(const Schema& created) const {
  Schema shown = schema;
  for (VariableId id = 0; id < shown.variables.size(); ++id) {
    model::Variable& variable = shown.variables[id];
    if (variable.keeps_stored_filters && created.variables[id].filters != variable.filters) {
      throw Error(ErrorCode::unsupported,
                  "a filter is missing, and others would change their parameters; install it")
          .add_context("variable " + shown.variable_path(id));
    }
    variable.storage = created.variables[id].storage;
    variable.filters = created.variables[id].filters;
    variable.asked_filters.reset();
    variable.keeps_stored_filters = false;
  }
  return make_definition(std::move(shown));
}

// As a copy: a Zarr store stays of its kind, and becomes netCDF-4 in a file.
Format format_of_target(const OutputPlace& place, Format defined, std::optional<Format> requested) {
  const std::optional<Format> named = format_of_place(place, requested);
  if (place.format || requested) return *named;
  if (!is_zarr(defined)) return named.value_or(defined);
  return named ? defined : Format::netcdf4;
}

}  // namespace ncf::ops
