// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of all filters: those in the folders of plugins, and those that we do not ship. To add
// one of the latter, include its facts, plugins/known/<name>.hpp, here and nowhere else in lib/.
#include <algorithm>
#include <array>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/plugin_facts.hpp"
#include "filter/registry/registry.hpp"
#include "filter/registry/zfp_cd_values.hpp"
#include "known/by_name.hpp"
#include "known/jpeg.hpp"
#include "known/nbit.hpp"
#include "known/rounding.hpp"
#include "known/scaleoffset.hpp"
#include "known/sz.hpp"
#include "known/sz3.hpp"

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
  std::sort(rows.begin(), rows.end(),
            [](const FilterFacts& a, const FilterFacts& b) { return a.id < b.id; });
  return rows;
}

constexpr auto rows = make_rows();

constexpr std::string_view other_checksum = "fletcher32 is HDF5's checksum";
constexpr auto bytes_of_bytes = FilterKind::bytes_to_bytes;
constexpr auto of_values = FilterKind::values_to_values;
/// Sums of differences are exact only for integers, and differences may need as many bits.
constexpr Loss loss_of_delta(CdValues parameters) {
  if (parameters.size() < 2 || parameters[0] == 0) return Loss::unknown;
  constexpr std::uint32_t size = 0xFF00;
  const bool is_exact =
      parameters[0] >> 16U != 'f' && (parameters[0] & size) == (parameters[1] & size);
  return is_exact ? Loss::none : Loss::some;
}

constexpr CodecWithoutFilter lone_codecs[] = {
    {"adler32", other_checksum, adler32_id, bytes_of_bytes},
    {"astype", "a variable's values have one type in HDF5", astype_id, of_values, always},
    {"bitround", "--quantize rounds", bitround_id, of_values, always},
    {"bytes", "byte order is the type's in HDF5"},
    {"crc32", other_checksum, crc32_id, bytes_of_bytes},
    {"crc32c", other_checksum, crc32c_id, bytes_of_bytes},
    {"delta", "shuffle and a compressor come close", delta_id, of_values, loss_of_delta},
    {"fixedscaleoffset", "scaleoffset is HDF5's, with other bytes", scaled_id, of_values, always},
    {"lz4", "the filter lz4 frames the same data in other bytes", zarr_lz4_id, bytes_of_bytes},
    {"lzma", "bzip2 or zstd with a high level come close", lzma_id, bytes_of_bytes},
    {"packbits", "a compressor comes close", packbits_id},
    {"quantize", "--quantize rounds", quantize_id, of_values, always},
    {"sharding_indexed", "HDF5 has no chunks within chunks"},
    {"transpose", "HDF5 stores values in the order of the dimensions"},
};

}  // namespace

std::span<const FilterFacts> all_filters() noexcept { return rows; }

std::span<const CodecWithoutFilter> codecs_without_filter() noexcept { return lone_codecs; }

const CodecWithoutFilter* find_codec_without_filter(std::uint32_t id) noexcept {
  const auto* const found = std::ranges::find_if(
      lone_codecs, [id](const CodecWithoutFilter& codec) { return id > 0 && codec.id == id; });
  return found == std::end(lone_codecs) ? nullptr : found;
}

}  // namespace ncf::filter
