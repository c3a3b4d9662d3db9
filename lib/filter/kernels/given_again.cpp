// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/given_again.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "filter/known_ids.hpp"
#include "filter/registry/cd_values.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using CdValueList = std::vector<std::uint32_t>;

/// Returns the parameters that the filter stores; empty if it is missing or refuses the given ones.
std::optional<CdValueList> find_bound(FilterSource& filters, std::uint32_t id,
                                      const CdValueList& given, const ChunkLayout& layout) {
  try {
    return filters.bind({id, given}, layout, FilterUse::encode).parameters;
  } catch (const Error& error) {
    const bool is_answer =
        error.code() == ErrorCode::unsupported || error.code() == ErrorCode::not_found;
    if (!is_answer) throw;
    return std::nullopt;
  }
}

}  // namespace

// HDF5's own filters replace all parameters that they set.
bool is_private(const StoredFilter& stored) {
  return stored.id >= first_registered_id &&
         !find_visible_form(stored.id, stored.parameters, Form::working);
}

std::optional<Filter> find_visible_form(FilterSource& filters, const StoredFilter& stored,
                                        const ChunkLayout& layout) {
  if (!is_private(stored)) return visible_form(stored);
  const auto bound = find_bound(filters, stored.id, stored.parameters, layout);
  if (!bound) return std::nullopt;
  if (*bound == stored.parameters) return Filter{stored.id, stored.parameters, stored.flag};
  // A filter that puts facts before the parameters put the same number there before.
  const std::size_t added = bound->size() - std::min(bound->size(), stored.parameters.size());
  if (added == 0 || added >= stored.parameters.size()) return std::nullopt;
  const CdValueList rest(stored.parameters.begin() + static_cast<std::ptrdiff_t>(added),
                         stored.parameters.end());
  if (find_bound(filters, stored.id, rest, layout) != stored.parameters) return std::nullopt;
  return Filter{stored.id, rest, stored.flag};
}

bool adds_only_after(FilterSource& filters, const Filter& given, const ChunkLayout& layout) {
  const auto bound = find_bound(filters, given.id, given.parameters, layout);
  if (!bound || bound->size() < given.parameters.size()) return false;
  return std::ranges::equal(given.parameters, std::span(*bound).first(given.parameters.size())) &&
         find_bound(filters, given.id, *bound, layout) == bound;
}

}  // namespace ncf::filter
