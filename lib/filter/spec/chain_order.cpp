// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/chain_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>

#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

std::string short_name(std::uint32_t id) {
  const FilterFacts* facts = find_facts(id);
  return facts != nullptr ? std::string(facts->name) : fmt::format("filter {}", id);
}

/// Returns whether the filter turns whole values into bytes that are still whole values.
bool leaves_whole_values(const Filter& filter, std::size_t element_bytes) {
  constexpr std::size_t checksum_bytes = 4;
  if (filter.id == fletcher32_id) return checksum_bytes % element_bytes == 0;
  return filter.id == shuffle_id || kind_of(filter) == FilterKind::values_to_values;
}

/// Returns the rank in the order of libnetcdf: fletcher32 first, shuffle next, then the others as
/// defined.
int place_in_libnetcdf(std::uint32_t id) {
  if (id == fletcher32_id) return 0;
  return id == shuffle_id ? 1 : 2;
}

/// Returns whether the registry knows the filter and says that it is not of this kind.
bool is_not(FilterKind kind, const Filter& filter) {
  return find_facts(filter.id) != nullptr && kind_of(filter) != kind;
}

}  // namespace

std::optional<LateFilter> find_late_filter(const Chain& chain) {
  const auto leaves_bytes = std::ranges::find_if(
      chain, [](const Filter& one) { return is_not(FilterKind::values_to_values, one); });
  if (leaves_bytes == chain.end()) return std::nullopt;
  const auto late = std::find_if(leaves_bytes + 1, chain.end(), [](const Filter& one) {
    return is_not(FilterKind::bytes_to_bytes, one);
  });
  if (late == chain.end()) return std::nullopt;
  return LateFilter{static_cast<std::size_t>(late - chain.begin()),
                    static_cast<std::size_t>(leaves_bytes - chain.begin())};
}

std::string describe_late_filter(const Chain& chain, const LateFilter& late) {
  return fmt::format("{} works on values, but {} before it leaves bytes",
                     short_name(chain[late.filter].id), short_name(chain[late.after].id));
}

std::vector<std::size_t> order_of_values_first(const Chain& chain) {
  std::vector<std::size_t> order(chain.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return kind_of(chain[a]) < kind_of(chain[b]); });
  return order;
}

std::vector<std::size_t> order_of_checksum_last(const Chain& chain) {
  std::vector<std::size_t> order(chain.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return chain[i].id != fletcher32_id; });
  return order;
}

std::optional<std::string> why_not_in_zarr(const Chain& chain, std::size_t element_bytes) {
  const auto shuffle = std::ranges::find(chain, shuffle_id, &Filter::id);
  if (shuffle == chain.end() || element_bytes <= 1) return std::nullopt;
  const auto before = std::find_if(chain.begin(), shuffle, [&](const Filter& one) {
    return !leaves_whole_values(one, element_bytes);
  });
  if (before == shuffle) return std::nullopt;
  Chain better;
  for (const std::size_t i : order_of_checksum_last(chain)) better.push_back(chain[i]);
  std::string why = fmt::format(
      "Zarr readers cannot undo shuffle after {} on values of {} bytes: its output is not a whole "
      "number of them",
      short_name(before->id), element_bytes);
  if (before->id == fletcher32_id && !why_not_in_zarr(better, element_bytes)) {
    why += ", expected " + describe(better);
  }
  return why;
}

std::optional<std::size_t> bytes_after(const StoredFilter& filter,
                                       std::optional<std::size_t> bytes) {
  constexpr std::size_t checksum_bytes = 4;
  if (!bytes || filter.id == shuffle_id) return bytes;
  if (filter.id == fletcher32_id) return *bytes + checksum_bytes;
  if (find_codec_without_filter(filter.id) != nullptr) return bytes_after_own(filter, *bytes);
  const FilterFacts* const facts = find_filter(filter.id);
  const bool keeps_size = facts != nullptr && facts->kind == FilterKind::values_to_values;
  return keeps_size ? bytes : std::nullopt;
}

std::optional<PartialShuffle> find_partial_shuffle(const StoredChain& chain,
                                                   std::optional<std::size_t> chunk_bytes,
                                                   UnknownSizes sizes) {
  for (const StoredFilter& filter : chain) {
    const bool is_shuffle = filter.id == shuffle_id && !filter.parameters.empty();
    const std::size_t element = is_shuffle ? filter.parameters.front() : 1;
    const bool is_partial =
        chunk_bytes ? *chunk_bytes % element != 0 : sizes == UnknownSizes::may_be_partial;
    if (element > 1 && is_partial) return PartialShuffle{element, chunk_bytes};
    chunk_bytes = bytes_after(filter, chunk_bytes);
  }
  return std::nullopt;
}

void require_whole_shuffles(const StoredChain& chain, std::optional<std::size_t> chunk_bytes) {
  const auto partial = find_partial_shuffle(chain, chunk_bytes, UnknownSizes::may_be_partial);
  if (!partial) return;
  const std::string input = partial->input_bytes
                                ? fmt::format("{} bytes, which are not", *partial->input_bytes)
                                : std::string("data of any length, which may not be");
  throw Error(ErrorCode::unsupported,
              fmt::format("Zarr readers cannot undo shuffle on {} whole elements of {} bytes; "
                          "choose other filters",
                          input, partial->element_bytes));
}

Chain in_order_of_libnetcdf(Chain chain) {
  std::ranges::stable_sort(chain, [&](const Filter& a, const Filter& b) {
    return place_in_libnetcdf(a.id) < place_in_libnetcdf(b.id);
  });
  return chain;
}

bool has_order_of_attributes(const StoredChain& chain) {
  // libnetcdf defines the filters of `_Filter` after deflate.
  const auto place = [](const StoredFilter& one) {
    return std::pair(place_in_libnetcdf(one.id), one.id != deflate_id);
  };
  const auto is_before = [&](const StoredFilter& a, const StoredFilter& b) {
    return place(a) < place(b);
  };
  std::set<std::uint32_t> ids;
  const auto is_new = [&](const StoredFilter& one) { return ids.insert(one.id).second; };
  return std::ranges::is_sorted(chain, is_before) && std::ranges::all_of(chain, is_new);
}

void require_order_of_libnetcdf(const Chain& chain) {
  const Chain made = in_order_of_libnetcdf(chain);
  const auto late = find_late_filter(made);
  if (!late) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("libnetcdf would make {} of the filters: {}", describe(made),
                          describe_late_filter(made, *late)));
}

void require_no_late_szip(const StoredChain& chain, std::size_t element_bytes) {
  const Chain filters = visible_form(chain);
  const auto szip = std::ranges::find(filters, szip_id, &Filter::id);
  const auto before = std::find_if(filters.begin(), szip, [&](const Filter& one) {
    return !leaves_whole_values(one, element_bytes);
  });
  if (szip == filters.end() || before == szip) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("szip after {} can lose values: only libhdf5 can run these filters, and "
                          "it drops trailing bytes that do not make a whole value; put szip first",
                          filter_title(before->id)));
}

void require_values_first(const StoredChain& chain) {
  const Chain filters = visible_form(chain);
  const auto late = find_late_filter(filters);
  if (!late) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("filters {} cannot encode its values: {}; give it other filters with -F",
                          describe(filters), describe_late_filter(filters, *late)));
}

}  // namespace ncf::filter
