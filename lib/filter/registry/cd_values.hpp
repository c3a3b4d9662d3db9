// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a filter's cd_values by the registry's layouts, in either form. Pure functions, any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "filter/registry/parameters.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// The two forms of cd_values: see facts.hpp.
enum class Form : std::uint8_t { visible, working };

/// A cd_value that its parameter does not allow.
struct CdValueFault {
  std::size_t index = 0;  ///< counted from 0
  const Parameter* parameter = nullptr;
  double value = 0;
};

/// Parameters as values.
struct Reading {
  const Layout* layout = nullptr;
  Values values;  ///< one for each parameter of the layout; empty after the last cd_value
  std::optional<CdValueFault> fault;
};

/// Reads cd_values that may be in either form; `likely` decides if both match. Empty if their
/// number and mode match no layout.
std::optional<Reading> read_cd_values(const FilterFacts& facts,
                                      std::span<const std::uint32_t> cd_values, Form likely);

/// Returns the value of a parameter that the layout has; empty after the last cd_value.
std::optional<double> value_of(const Reading& reading, std::string_view name);

/// Returns whether a parameter that users leave 0 has a value, which only the filter sets.
bool has_value_of_filter(const Reading& reading) noexcept;

/// Returns the visible layout for a mode that a working layout or a codec names; the registry has
/// one for each.
const Layout& get_layout_of_mode(const FilterFacts& facts, std::string_view mode) noexcept;

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

}  // namespace ncf::filter
