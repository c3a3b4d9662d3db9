// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/routes.hpp"

#include <algorithm>

#include "plugin/availability.hpp"
#include "transcode/passthrough.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::Variable;
using model::VariableId;

/// filters: of either form.
template <typename AnyChain>
void require_filters(const Schema& schema, VariableId id, const AnyChain& filters,
                     plugin::FilterUse use) {
  for (const auto& needed : filters) {
    plugin::require_filter({.id = needed.id, .variable = schema.variable_path(id), .use = use});
  }
}

std::optional<std::string> objection(const RouteInputs& inputs, VariableId id,
                                     const Schema& output_schema) {
  const Variable& from = inputs.source.schema.variables[id];
  const Variable& to = output_schema.variables[id];
  const FilterChoice& choice = inputs.choices[id];
  if (!inputs.source.has_values[id]) return "only its definition was asked for";
  if (!inputs.has_chunks || !is_netcdf4(output_schema.format)) {
    return "not from netCDF-4 to netCDF-4";
  }
  if (inputs.options.output_in_memory) return "-w keeps the output in memory";
  if (!from.type->is_fixed_size) return "its values are of variable length";
  if (choice.filters && *choice.filters != user_form(from.filters)) {
    return "the filters change";
  }
  if (from.storage != to.storage) return "the storage changes";
  return std::nullopt;
}

bool has_any(const StoredChain& filters, const std::set<std::uint32_t>& ids) {
  return std::any_of(filters.begin(), filters.end(),
                     [&](const StoredFilter& filter) { return ids.count(filter.id) > 0; });
}

/// filters: of either form.
template <typename AnyChain>
void add_ids(const AnyChain& filters, std::set<std::uint32_t>& ids) {
  for (const auto& filter : filters) ids.insert(filter.id);
}

}  // namespace

Routes::Routes(const RouteInputs& inputs, Schema& output_schema) {
  const Subset& source = inputs.source;
  for (VariableId id = 0; id < output_schema.variables.size(); ++id) {
    objections_.push_back(objection(inputs, id, output_schema));
  }
  keep_stored_filters(inputs, output_schema);
  for (VariableId id = 0; id < output_schema.variables.size(); ++id) {
    const Variable& variable = output_schema.variables[id];
    if (source.has_values[id] && objections_[id]) {
      require_filters(source.schema, id, source.schema.variables[id].filters,
                      plugin::FilterUse::decode);
    }
    if (!variable.keeps_stored_filters) {
      require_filters(output_schema, id, variable.filters_to_define(), plugin::FilterUse::encode);
    }
  }
}

// A stand-in neither rewrites words nor runs, so a filter has one only if no variable needs the
// filter itself: one that does takes it from all that share its filters.
void Routes::keep_stored_filters(const RouteInputs& inputs, Schema& output_schema) {
  const auto& source = inputs.source.schema.variables;
  std::vector<bool> keeps(source.size());
  std::set<std::uint32_t> needed;
  for (VariableId id = 0; id < source.size(); ++id) {
    const Variable& variable = output_schema.variables[id];
    const bool is_decoded = inputs.source.has_values[id] && objections_[id];
    keeps[id] =
        !inputs.choices[id].filters && !is_decoded && source[id].storage == variable.storage;
    if (!keeps[id]) add_ids(variable.filters_to_define(), needed);
    if (is_decoded) add_ids(source[id].filters, needed);
  }
  for (std::size_t before = needed.size() + 1; before != needed.size();) {
    before = needed.size();
    for (VariableId id = 0; id < source.size(); ++id) {
      if (!keeps[id] || !has_any(source[id].filters, needed)) continue;
      keeps[id] = false;
      add_ids(source[id].filters, needed);
    }
  }
  for (VariableId id = 0; id < source.size(); ++id) {
    Variable& variable = output_schema.variables[id];
    variable.keeps_stored_filters = keeps[id];
    if (keeps[id]) add_ids(variable.filters, stand_ins_);
  }
}

bool Routes::need_proof() const noexcept {
  return std::any_of(objections_.begin(), objections_.end(),
                     [](const auto& objection) { return !objection; });
}

std::unique_ptr<plugin::StandInFilters> Routes::make_stand_ins() const {
  const std::vector<std::uint32_t> ids(stand_ins_.begin(), stand_ins_.end());
  return std::make_unique<plugin::StandInFilters>(ids);
}

void Routes::choose(const Subset& source, model::ChunkStore* input, model::ChunkStore* output,
                    CopyPlan& plan) const {
  for (VariableId id = 0; id < plan.variables.size(); ++id) {
    VariableCopy& copy = plan.variables[id];
    if (objections_[id]) {
      copy.route = source.has_values[id] ? Route::element : Route::fill;
      copy.route_by = *objections_[id];
    } else {
      prove(source, id, *input, *output, copy);
    }
  }
}

void Routes::prove(const Subset& source, VariableId id, model::ChunkStore& input,
                   model::ChunkStore& output, VariableCopy& copy) const {
  const VariableId input_id = source.input_ids[id];
  const model::StoredForm to = output.stored_form(id);
  const auto difference = transcode::why_not_passthrough(
      input.stored_form(input_id), to, [&] { return input.stored_chunk_count(input_id); });
  copy.filters = to.filters;
  copy.route = difference ? Route::element : Route::passthrough;
  copy.route_by = difference.value_or("both files store the same bytes");
  if (!difference) return;
  require_filters(source.schema, id, source.schema.variables[id].filters,
                  plugin::FilterUse::decode);
  require_filters(source.schema, id, to.filters, plugin::FilterUse::encode);
}

}  // namespace ncf::ops
