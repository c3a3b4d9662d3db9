// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blosc2, HDF5 filter 32026. Stored bytes are one contiguous frame of Blosc2 with one chunk. If a
// chunk has 2 to 8 dimensions, the frame is an array of B2ND, whose blocks have as many dimensions.
//
// Parameters: [revision of the filter, bytes of a block, bytes of an element, bytes of a chunk,
// level, filter, compressor, dimensions of a chunk, their lengths]. The first, the third, the
// fourth and those after the compressor are set by the filter. The bytes of a block are 0 for
// libblosc2's own choice. The level is 0 to 9; the filter is 0 (none), 1 (bytes), 2 (bits), 3
// (delta) or 4 (trunc_prec); the compressor is as in Blosc, without snappy. The defaults are 5, 1
// and 0. Decoding needs no parameters.
//
// A frame may name codecs and filters that libblosc2 loads from other libraries, by running Python
// to find them. Such frames are refused, and damaged metadata, by which libblosc2 would divide.
// What is inside a chunk is libblosc2's to check, and 2.17 can read beyond a damaged one.
// source: HDF5 registered filter plugins, id 32026; c-blosc2, README_CFRAME_FORMAT.rst and
// README_CHUNK_FORMAT.rst; PyTables, blosc2_filter.c
#pragma once

#include <algorithm>
#include <array>
#include <iterator>

#include "common/kernel.hpp"
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

namespace ncf::plugins::blosc2 {

using filter::blosc2::facts;

/// throws: ParameterError, also for a compressor that libblosc2 was built without.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 2 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// throws: KernelError if the frame is truncated, damaged, or not of one chunk.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::blosc2
