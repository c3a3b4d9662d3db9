// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The registry of filters: a row of facts for each, in the terms of filter/facts.hpp, and what they
// say about filters with parameters. Constant data, and what plugins say about the loss of other
// filters; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "filter/facts.hpp"
#include "filter/registry/cd_values.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Returns all rows, by id.
std::span<const FilterFacts> all_filters() noexcept;

/// Returns rows of the codecs known to have no filter, by name: numcodecs' or Zarr v3's. The id is
/// that of our kernel, 0 if there is none; the description is advice.
std::span<const FilterFacts> codecs_without_filter() noexcept;

/// Returns the codec of the id of one of our kernels, or null.
const FilterFacts* find_codec_without_filter(std::uint32_t id) noexcept;

/// Returns the row of an id, or null.
const FilterFacts* find_filter(std::uint32_t id) noexcept;

/// Returns the row of an id of either kind, or null.
const FilterFacts* find_facts(std::uint32_t id) noexcept;

/// Returns the row of a name or alias, ignoring case, or null.
const FilterFacts* find_filter(std::string_view name) noexcept;

/// Returns the row of a name or alias.
/// throws: Error(not_found) suggesting similar names.
const FilterFacts& get_filter(std::string_view name);

/// Has `loss_of` believe what a plugin says about a filter without a row; the first says it.
void learn_loss(std::uint32_t id, std::function<Loss(CdValues)> loss);

/// Returns whether the filter changes values. That of a filter without a row is unknown, unless its
/// plugin has said so.
Loss loss_of(const Filter& filter);

/// Returns whether the filter is lossy, or may be.
bool may_change_values(const Filter& filter);

/// Returns the kind of a filter. One that the registry does not know counts as values_to_bytes,
/// because it may change values.
FilterKind kind_of(const Filter& filter);

/// Returns a lossy filter's bound on the absolute error; empty if it has none.
std::optional<double> error_bound(const Filter& filter);

/// Returns the largest magnitude of floating-point numbers of so many bytes that are certain to
/// keep the error bound; 0 if none are.
double certain_magnitude(const Filter& filter, std::size_t bytes);

/// Returns how many values along each dimension of a chunk a lossy filter changes together; 0 if
/// it may be all of them. 1 for filters that are not known to be lossy.
std::size_t block_edge(const Filter& filter);

/// Returns whether a chunk that the filter cannot encode is stored without it.
bool is_optional(const Filter& filter);
bool is_optional(const StoredFilter& filter);

/// Returns "usual", "optional" or "mandatory".
std::string_view name_of(FilterFlag flag) noexcept;

/// Returns whether libhdf5 and libnetcdf usually make the filter what its flag says.
bool has_usual_flag(const Filter& filter);
bool has_usual_flag(const StoredFilter& filter);

/// Returns the first filter with a flag other than the usual one, or null. chain: Chain or
/// StoredChain.
template <class AnyChain>
auto find_flagged(const AnyChain& chain) {
  const auto found =
      std::ranges::find_if(chain, [](const auto& one) { return !has_usual_flag(one); });
  return found == chain.end() ? nullptr : &*found;
}

/// Returns the flag that keeps a filter optional or mandatory, as it is in a file.
FilterFlag flag_of(std::uint32_t id, bool is_optional);

/// Returns a filter's name in messages: "filter 307 (bzip2)", "filter 399".
NCF_MODULE_API std::string filter_title(std::uint32_t id);

/// Returns the same with a name that may be missing in the registry.
std::string filter_title(std::uint32_t id, std::string_view name);

/// Returns where to get the filter, for messages: "ncf's own plugin or Debian package
/// hdf5-filter-plugin"; empty if unknown.
std::string providers_of(const FilterFacts& facts);

// ---- visible form ----

/// Converts cd_values in either form to the filter in visible form; empty if the registry cannot
/// read them. likely: as for `read_cd_values`.
std::optional<Filter> find_visible_form(std::uint32_t id, std::span<const std::uint32_t> cd_values,
                                        Form likely);

/// Does the same, as `ncf::visible_form`: cd_values that the registry cannot read stay as they are.
NCF_MODULE_API Filter to_visible_form(std::uint32_t id, std::vector<std::uint32_t> cd_values,
                                      Form likely);

/// Returns whether two filters in visible form request the same, even if one leaves parameters at
/// their defaults or states some that the filter sets itself. Flags are ignored.
bool ask_alike(const Filter& a, const Filter& b);

/// Returns whether both chains, Chain or StoredChain, encode in the same way: ids and parameters
/// are equal, and the flags may differ.
template <class AnyChain>
bool encode_alike(const AnyChain& a, const AnyChain& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.id == other.id && one.parameters == other.parameters;
  });
}

// ---- filters described for people: `zstd level=3`, `szip mask=nn pixels_per_block=32` ----

/// Returns name and parameters, with the filter's defaults for missing ones and without those that
/// only describe the variable. Unknown parameters are counted: `filter 33000 (5 parameters)`. A
/// flag other than the usual one follows: `zstd level=3 (optional)`.
std::string describe(const Filter& filter);
std::string describe(const StoredFilter& filter);

/// Returns the filters, joined by " | ".
std::string describe(const Chain& chain);
std::string describe(const StoredChain& chain);

/// Returns the same in the syntax of filter specs, `zstd,level=3`. Parsing and resolving it gives
/// the cd_values of these values.
std::string format_named(const FilterFacts& facts, const Layout& layout, const Values& values);

}  // namespace ncf::filter
