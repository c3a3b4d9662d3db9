// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/reused_filters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "filter/kernels/given_again.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

/// Returns one of the existing variable's filters as it can be given again. In Zarr, its codec
/// states the visible parameters.
std::optional<Filter> find_visible_filter(filter::FilterSource& filters,
                                          const model::Variable& existing, std::size_t number) {
  const StoredFilter& stored = existing.filters[number];
  if (!filter::is_private(stored)) return visible_form(stored);
  if (existing.visible_filters.size() == existing.filters.size()) {
    const StoredFilter& stated = existing.visible_filters[number];
    return Filter{stated.id, stated.parameters, stated.flag};
  }
  return filter::find_visible_form(filters, stored,
                                   chunk_layout(existing, existing.storage.chunk_shape));
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
    const bool is_big = variable.byte_order == model::ByteOrder::native
                            ? std::endian::native == std::endian::big
                            : variable.byte_order == model::ByteOrder::big;
    layout.byte_order = is_big ? ncf_order_big : ncf_order_little;
  }
  layout.shape.assign(chunk_shape.begin(), chunk_shape.end());
  return layout;
}

std::optional<Chain> find_visible_form(filter::FilterSource& filters,
                                       const model::Variable& existing) {
  Chain chain;
  for (std::size_t i = 0; i < existing.filters.size(); ++i) {
    auto visible = find_visible_filter(filters, existing, i);
    if (!visible) return std::nullopt;
    chain.push_back(std::move(*visible));
  }
  return chain;
}

void reuse_filters(filter::FilterSource& filters, const model::Variable& existing,
                   std::string_view option, model::Variable& made) {
  for (StoredFilter& reused : made.filters) {
    if (!filter::is_private(reused)) continue;
    const auto stored = std::ranges::find(existing.filters, reused);
    const auto number = static_cast<std::size_t>(stored - existing.filters.begin());
    auto visible = find_visible_filter(filters, existing, number);
    if (!visible) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("{} would change its stored parameters {} if it got them again, and "
                      "ncf does not know which it was made with; give these, or another "
                      "filter, with {}",
                      filter::filter_title(reused.id), fmt::join(reused.parameters, ","), option));
    }
    reused.parameters = std::move(visible->parameters);
  }
}

std::optional<std::string> settle_parameters(filter::FilterSource& filters,
                                             const std::vector<std::size_t>& chunk_shape,
                                             model::Variable& made) {
  if (!made.asked_filters || chunk_shape.empty()) return std::nullopt;
  const filter::ChunkLayout layout = chunk_layout(made, chunk_shape);
  for (Filter& given : *made.asked_filters) {
    const StoredFilter stored{given.id, given.parameters, given.flag};
    if (!filter::is_private(stored) || filter::adds_only_after(filters, given, layout)) {
      continue;
    }
    if (auto visible = filter::find_visible_form(filters, stored, layout)) {
      given = std::move(*visible);
      continue;
    }
    return fmt::format(
        "{} adds to the parameters {}; if they are from a dump of other chunks, "
        "write those that the filter was made with",
        filter::filter_title(given.id), fmt::join(given.parameters, ","));
  }
  return std::nullopt;
}

}  // namespace ncf::ops
