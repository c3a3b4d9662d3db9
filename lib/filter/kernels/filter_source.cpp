// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/filter_source.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

class BuiltinFilters final : public FilterSource {
 public:
  StoredFilter bind(const Filter& visible, const ChunkLayout& layout, FilterUse use) override {
    return {visible.id, get_kernel(visible.id, use).bind(visible.parameters, layout)};
  }

  StoredFilter bind_codec(const Filter& visible, const ChunkLayout& layout,
                          const CodecVariable& /*variable*/, FilterUse use) override {
    return bind(visible, layout, use);
  }

  Kernel get_kernel(std::uint32_t id, FilterUse /*use*/) override {
    const ncf_kernel* const table = find_builtin_kernel(id);
    if (table == nullptr) {
      throw Error(ErrorCode::not_found,
                  filter_title(id) + " is not built in, and no plugins are looked for");
    }
    return Kernel(*table);
  }

  bool register_with_libhdf5(std::uint32_t /*id*/) override { return false; }
  std::optional<std::uint32_t> find_id(std::string_view /*name*/) override { return std::nullopt; }
  std::optional<Filter> find_filter(const Codec& /*codec*/) override { return std::nullopt; }
  std::optional<Codec> find_codec(const Filter& /*visible*/, ZarrFormat /*format*/,
                                  const ChunkLayout& /*layout*/,
                                  const CodecVariable& /*variable*/) override {
    return std::nullopt;
  }
};

using CdValueList = std::vector<std::uint32_t>;

CdValueList first_of(const CdValueList& list, std::size_t count) {
  return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count)};
}

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

/// Returns the fewest first parameters from which the filter makes all of them.
/// stored: parameters that it keeps as they are.
CdValueList shortest_prefix(FilterSource& filters, const StoredFilter& stored,
                            const ChunkLayout& layout) {
  for (std::size_t count = 0; count < stored.parameters.size(); ++count) {
    CdValueList prefix = first_of(stored.parameters, count);
    if (find_bound(filters, stored.id, prefix, layout) == stored.parameters) return prefix;
  }
  return stored.parameters;
}

/// Returns parameters that the filter keeps as they are for the chunks that they were stored for.
/// It may also keep what it added itself for those chunks, which is wrong for others.
std::optional<CdValueList> choose_of_kept(FilterSource& filters, const StoredFilter& stored,
                                          const ChunkLayout& of_stored, const ChunkLayout& made) {
  const CdValueList prefix = shortest_prefix(filters, stored, of_stored);
  if (prefix == stored.parameters) return prefix;
  const auto from_all = find_bound(filters, stored.id, stored.parameters, made);
  const auto from_prefix = find_bound(filters, stored.id, prefix, made);
  if (from_all == from_prefix) return stored.parameters;
  // If only some facts are replaced, either list may be the wrong one.
  if (from_prefix && from_all == stored.parameters) return prefix;
  return std::nullopt;
}

/// Returns what follows the facts that the filter puts before the parameters.
/// bound: what it stores if it gets the stored parameters.
std::optional<CdValueList> without_first_facts(FilterSource& filters, const StoredFilter& stored,
                                               const CdValueList& bound,
                                               const ChunkLayout& layout) {
  const std::size_t added = bound.size() - std::min(bound.size(), stored.parameters.size());
  if (added == 0 || added >= stored.parameters.size()) return std::nullopt;
  CdValueList rest(stored.parameters.begin() + static_cast<std::ptrdiff_t>(added),
                   stored.parameters.end());
  if (find_bound(filters, stored.id, rest, layout) != stored.parameters) return std::nullopt;
  return rest;
}

/// Returns whether the filter keeps given parameters at the place of facts that it would add to
/// fewer of them.
bool keeps_given_facts(FilterSource& filters, const Filter& given, const ChunkLayout& layout) {
  const StoredFilter stored{given.id, given.parameters, given.flag};
  if (shortest_prefix(filters, stored, layout) != given.parameters) return false;
  ChunkLayout other = layout;
  for (auto& length : other.shape) length *= 2;
  for (std::size_t count = 0; count < given.parameters.size(); ++count) {
    const CdValueList prefix = first_of(given.parameters, count);
    const auto bound = find_bound(filters, given.id, prefix, layout);
    if (!bound || bound->size() != given.parameters.size() || bound == given.parameters) continue;
    if (!std::ranges::equal(prefix, std::span(*bound).first(count))) continue;
    if (find_bound(filters, given.id, prefix, other) != bound) return true;
  }
  return false;
}

}  // namespace

FilterSource& builtin_filters() {
  static BuiltinFilters filters;
  return filters;
}

// HDF5's own filters replace all parameters that they set.
bool has_unknown_parameters(const StoredFilter& stored) {
  return stored.id >= first_registered_id &&
         !find_visible_form(stored.id, stored.parameters, Form::working);
}

std::optional<Filter> visible_parameters_of(FilterSource& filters, const StoredFilter& stored,
                                            const ChunkLayout& of_stored, const ChunkLayout& made) {
  if (!has_unknown_parameters(stored)) return visible_form(stored);
  const auto bound = find_bound(filters, stored.id, stored.parameters, of_stored);
  if (!bound) return std::nullopt;
  auto parameters = *bound == stored.parameters
                        ? choose_of_kept(filters, stored, of_stored, made)
                        : without_first_facts(filters, stored, *bound, of_stored);
  if (!parameters) return std::nullopt;
  return Filter{stored.id, std::move(*parameters), stored.flag};
}

bool appends_facts(FilterSource& filters, const Filter& given, const ChunkLayout& layout) {
  const auto bound = find_bound(filters, given.id, given.parameters, layout);
  if (!bound || bound->size() < given.parameters.size()) return false;
  if (*bound == given.parameters) return !keeps_given_facts(filters, given, layout);
  return std::ranges::equal(given.parameters, std::span(*bound).first(given.parameters.size())) &&
         find_bound(filters, given.id, *bound, layout) == bound;
}

}  // namespace ncf::filter
