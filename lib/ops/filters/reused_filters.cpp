// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/reused_filters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "filter/kernels/stored_parameters.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

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
