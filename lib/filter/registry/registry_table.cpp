// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of all filters: those in the folders of plugins, and those that we do not ship. To add
// one of the latter, state its facts in plugins/known, and name them here and nowhere else in lib/.
#include <algorithm>
#include <array>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/plugin_facts.hpp"
#include "filter/registry/registry.hpp"
#include "filter/registry/zfp_cd_values.hpp"
#include "known/hdf5.hpp"
#include "known/registered.hpp"
#include "known/sz.hpp"
#include "numcodecs/facts.hpp"

namespace ncf::filter {
namespace {

constexpr FilterFacts known[] = {
    jpeg::facts,        nbit::facts, rounding::bitgroom, rounding::granular_bitround,
    scaleoffset::facts, sz::facts,   sz3::facts,
};

/// Returns the rows by id, with the plugins of this build.
constexpr auto make_rows() {
  std::array<FilterFacts, std::size(plugin_facts) + std::size(known) + std::size(known_by_name)>
      rows;
  auto end = rows.begin();
  for (const PluginFacts& plugin : plugin_facts) {
    *end = *plugin.facts;
    end->providers.ncf = end->providers.ncf && plugin.is_built;
    if (end->id == zfp_id) end->read_working = zfp_visible_cd_values;
    ++end;
  }
  end = std::copy(std::begin(known), std::end(known), end);
  std::copy(std::begin(known_by_name), std::end(known_by_name), end);
  std::ranges::sort(rows, {}, &FilterFacts::id);
  return rows;
}

constexpr auto rows = make_rows();

}  // namespace

std::span<const FilterFacts> all_filters() noexcept { return rows; }

std::span<const FilterFacts> codecs_without_filter() noexcept { return numcodecs::rows; }

const FilterFacts* find_codec_without_filter(std::uint32_t id) noexcept {
  const auto* const found = std::ranges::find_if(
      numcodecs::rows, [id](const FilterFacts& codec) { return id > 0 && codec.id == id; });
  return found == numcodecs::rows.end() ? nullptr : found;
}

}  // namespace ncf::filter
