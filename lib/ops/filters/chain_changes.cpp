// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/chain_changes.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text/messages.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "ops/filters/reused_filters.hpp"
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

namespace {

template <class AnyChain>
void put_checksum_last(AnyChain& chain, const std::vector<std::size_t>& order) {
  AnyChain ordered;
  for (const std::size_t i : order) ordered.push_back(std::move(chain[i]));
  chain = std::move(ordered);
}

}  // namespace

bool put_checksum_last_for_zarr(model::Variable& variable) {
  const Chain chain = variable.filters_to_define();
  const std::size_t element_bytes = variable.type->size_bytes;
  if (!variable.type->is_fixed_size || !filter::why_not_in_zarr(chain, element_bytes)) return false;
  const auto order = filter::order_of_checksum_last(chain);
  Chain ordered;
  for (const std::size_t i : order) ordered.push_back(chain[i]);
  if (filter::why_not_in_zarr(ordered, element_bytes)) return false;
  if (variable.asked_filters) {
    put_checksum_last(*variable.asked_filters, order);
  } else {
    put_checksum_last(variable.filters, order);
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

}  // namespace ncf::ops
