// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <iterator>

#include "filter/facts.hpp"

namespace ncf::filter::blosc2 {

inline constexpr std::uint32_t trunc_prec = 4;
inline constexpr Choice filters[] = {
    {"none", 0}, {"byte", 1}, {"bit", 2}, {"delta", 3}, {"trunc_prec", trunc_prec}};
inline constexpr Choice compressors[] = {
    {"blosclz", 0}, {"lz4", 1}, {"lz4hc", 2}, {"zlib", 4}, {"zstd", 5}};
inline constexpr Parameter parameters[] = {
    automatic("filter_revision", "of the filter that wrote"),
    {.name = "block_bytes",
     .default_value = 0,
     .help = "bytes compressed at once; 0: the library's choice"},
    automatic("typesize", "bytes of one value"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
    {.name = "clevel",
     .maximum = 9,
     .default_value = 5,
     .help = "effort, from 0 (copied) to 9 (smallest)"},
    {.name = "filter",
     .kind = Kind::choice,
     .choices = filters,
     .default_value = 1,
     .help = "what is done before compressing"},
    {.name = "cname",
     .kind = Kind::choice,
     .choices = compressors,
     .default_value = 0,
     .help = "the compressor inside"},
};
inline constexpr Layout visible_layouts[] = {{.parameters = parameters}};

/// If a chunk has 2 to 8 dimensions, files also store its shape.
inline constexpr std::size_t max_rank = 8;
constexpr auto make_working() {
  constexpr std::size_t given = std::size(parameters);
  std::array<Parameter, given + 1 + max_rank> working;
  std::copy(std::begin(parameters), std::end(parameters), working.begin());
  working[given] = automatic("rank", "dimensions of a chunk");
  std::fill(working.begin() + given + 1, working.end(), automatic("length", "of a chunk"));
  return working;
}
inline constexpr auto working_parameters = make_working();
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = std::size(parameters) + 1 + 2}};

constexpr Loss loss(CdValues visible) {
  constexpr std::size_t filter_word = 5;
  const bool truncates = visible.size() > filter_word && visible[filter_word] == trunc_prec;
  return truncates ? Loss::some : Loss::none;
}

constexpr bool chooses_block(CdValues visible) { return visible.size() < 2 || visible[1] == 0; }

inline constexpr ProgramNotation notations[] = {
    {Program::hdf5plugin,
     "Blosc2(cname='{cname}', clevel={clevel}, filters=hdf5plugin.Blosc2."
     "{filter:NOFILTER|SHUFFLE|BITSHUFFLE|DELTA|TRUNC_PREC})",
     chooses_block, "needs hdf5plugin 4.1 or later"},
};

inline constexpr FilterFacts facts{
    .id = 32026,
    .name = "blosc2",
    .description = "blosc's second generation, with another format",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true, .ncf_built_with = "blosc2", .python_hdf5plugin = true},
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = loss,
    .block_edge = 1,
    .open = true,  // versions differ
    .in_zarr = "blosc",
    .notations = notations};

}  // namespace ncf::filter::blosc2
