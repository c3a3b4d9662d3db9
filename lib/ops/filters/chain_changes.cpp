// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/chain_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/messages.hpp"
#include "filter/kernels/stored_parameters.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "plugin/availability.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::Variable;

bool may_be_left_out(const Filter& filter) { return filter.flag == FilterFlag::optional; }

/// Returns why a filter is missing, or what it says against the variable; empty if it can be used.
std::optional<std::string> why_not_applicable(const Filter& filter, const Schema& schema,
                                              const Variable& variable) {
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(schema, variable);
  if (auto why = model::why_not_on_type(filter, *variable.type)) return why;
  if (auto why = model::why_not_on_chunks(filter, {shape, is_zarr(schema.format)})) return why;
  try {
    plugin::require_filter({.id = filter.id, .variable = {}, .use = plugin::FilterUse::encode});
    (void)plugin::PluginFilters().bind(filter, chunk_layout(variable, shape),
                                       plugin::FilterUse::encode);
    return std::nullopt;
  } catch (const Error& error) {
    const bool is_answer =
        error.code() == ErrorCode::not_found || error.code() == ErrorCode::unsupported;
    if (!is_answer) throw;
    return error.message().substr(0, error.message().find('\n'));
  }
}

/// Returns one of the existing variable's filters as it can be given again. In Zarr, its codec
/// states the visible parameters.
std::optional<Filter> find_visible_filter(filter::FilterSource& filters,
                                          const ExistingVariable& existing, std::size_t number,
                                          const filter::ChunkLayout& made) {
  const model::Variable& variable = existing.variable;
  const StoredFilter& stored = variable.filters[number];
  if (!filter::has_unknown_parameters(stored)) return visible_form(stored);
  if (variable.visible_filters.size() == variable.filters.size()) {
    const StoredFilter& stated = variable.visible_filters[number];
    return Filter{stated.id, stated.parameters, stated.flag};
  }
  return filter::visible_parameters_of(filters, stored, existing.chunks, made);
}

}  // namespace

std::vector<std::string> leave_out_inapplicable(Schema& schema, model::VariableId id) {
  std::vector<std::string> notes;
  Variable& variable = schema.variables[id];
  if (!variable.asked_filters) return notes;
  std::erase_if(*variable.asked_filters, [&](const Filter& filter) {
    if (!may_be_left_out(filter)) return false;
    const auto why = why_not_applicable(filter, schema, variable);
    if (!why) return false;
    notes.push_back(fmt::format("variable {}: {} is optional, and is left out: {}",
                                schema.variable_path(id), filter::filter_title(filter.id), *why));
    return true;
  });
  return notes;
}

Chain without_optional(Chain chain) {
  std::erase_if(chain, may_be_left_out);
  return chain;
}

bool put_checksum_last_for_zarr(model::Variable& variable) {
  const Chain chain = variable.filters_to_define();
  const std::size_t element_bytes = variable.type->size_bytes;
  if (!variable.type->is_fixed_size || !filter::why_not_in_zarr(chain, element_bytes)) return false;
  const auto order = filter::order_of_checksum_last(chain);
  const auto in_order = [&order](const auto& filters) {
    std::remove_cvref_t<decltype(filters)> ordered;
    for (const std::size_t i : order) ordered.push_back(filters[i]);
    return ordered;
  };
  Chain ordered = in_order(chain);
  if (filter::why_not_in_zarr(ordered, element_bytes)) return false;
  if (variable.asked_filters) {
    variable.asked_filters = std::move(ordered);
  } else {
    variable.filters = in_order(variable.filters);
  }
  return true;
}

std::optional<std::string> describe_checksums_last(const std::vector<std::string>& paths) {
  if (paths.empty()) return std::nullopt;
  return fmt::format(
      "fletcher32 goes after shuffle and compression in {}, as readers of Zarr cannot undo shuffle "
      "after it: {}",
      base::format_count(paths.size(), "variable"), format_few(paths));
}

filter::ChunkLayout chunk_layout(const model::Variable& variable,
                                 const std::vector<std::size_t>& chunk_shape) {
  const model::Type& type = *variable.type;
  filter::ChunkLayout layout;
  layout.element_bytes = type.size_bytes;
  if (type.is_integer()) layout.element_class = ncf_element_integer;
  if (type.is_floating_point()) layout.element_class = ncf_element_floating;
  if (layout.element_class != ncf_element_other) {
    layout.byte_order = variable.is_big_endian() ? ncf_order_big : ncf_order_little;
  }
  layout.shape.assign(chunk_shape.begin(), chunk_shape.end());
  return layout;
}

filter::ChunkLayout stored_chunk_layout(const model::Variable& variable,
                                        const model::StoredForm& form) {
  filter::ChunkLayout layout = chunk_layout(variable, variable.storage.chunk_shape);
  layout.element_bytes = form.element_bytes;
  return layout;
}

std::optional<Chain> visible_chain_of(filter::FilterSource& filters,
                                      const model::Variable& existing,
                                      const filter::ChunkLayout& made) {
  const ExistingVariable reused{existing, chunk_layout(existing, existing.storage.chunk_shape)};
  Chain chain;
  for (std::size_t i = 0; i < existing.filters.size(); ++i) {
    auto visible = find_visible_filter(filters, reused, i, made);
    if (!visible) return std::nullopt;
    chain.push_back(std::move(*visible));
  }
  return chain;
}

void reuse_filters(filter::FilterSource& filters, const ExistingVariable& existing,
                   const std::vector<std::size_t>& chunk_shape, std::string_view option,
                   model::Variable& made) {
  const StoredChain& stored_filters = existing.variable.filters;
  const filter::ChunkLayout layout = chunk_layout(made, chunk_shape);
  for (StoredFilter& reused : made.filters) {
    if (!filter::has_unknown_parameters(reused)) continue;
    const auto stored = std::ranges::find(stored_filters, reused);
    if (stored == stored_filters.end()) {
      throw Error(ErrorCode::internal,
                  filter::filter_title(reused.id) + " is not one of the existing variable");
    }
    const auto number = static_cast<std::size_t>(stored - stored_filters.begin());
    auto visible = find_visible_filter(filters, existing, number, layout);
    if (!visible) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("{} may misread its stored parameters {} for other chunks, and ncf cannot "
                      "tell which of them it was made with; give these, or another filter, with {}",
                      filter::filter_title(reused.id), fmt::join(reused.parameters, ","), option));
    }
    reused.parameters = std::move(visible->parameters);
  }
}

std::vector<std::string> replace_stored_parameters(filter::FilterSource& filters,
                                                   const std::vector<std::size_t>& chunk_shape,
                                                   model::Variable& made) {
  std::vector<std::string> warnings;
  if (!made.asked_filters || chunk_shape.empty()) return warnings;
  const filter::ChunkLayout layout = chunk_layout(made, chunk_shape);
  for (Filter& given : *made.asked_filters) {
    const StoredFilter stored{given.id, given.parameters, given.flag};
    if (!filter::has_unknown_parameters(stored) || filter::appends_facts(filters, given, layout))
      continue;
    const std::string title = filter::filter_title(given.id);
    const auto visible = filter::visible_parameters_of(filters, stored, layout, layout);
    if (visible && visible->parameters != given.parameters) {
      warnings.push_back(fmt::format(
          "{} gets the parameters {} instead of {}, which are those that it stores for such chunks",
          title, fmt::join(visible->parameters, ","), fmt::join(given.parameters, ",")));
      given.parameters = visible->parameters;
      continue;
    }
    warnings.push_back(fmt::format(
        "{} {} the parameters {}; if they are from a dump of other chunks, write those that the "
        "filter was made with",
        title, visible ? "keeps" : "adds to", fmt::join(given.parameters, ",")));
  }
  return warnings;
}

}  // namespace ncf::ops
