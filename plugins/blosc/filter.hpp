// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blosc, HDF5 filter 32001 and Zarr's blosc. Stored bytes are one frame of Blosc 1, which states
// the size of its data and its own size, and how it was made. It contains the data unchanged if
// compression does not help, so any data can be stored.
//
// Parameters: [revision of the filter, format of blosc, bytes of an element, bytes of a chunk,
// level, shuffle, compressor]. The first four are set by the filter: values from a user are
// replaced. The level is 0 to 9. Shuffle is 0 (none), 1 (bytes), 2 (bits), or numcodecs' -1, which
// `bind` turns into bits for elements of one byte and bytes for others. The compressor is 0
// (blosclz), 1 (lz4), 2 (lz4hc), 3 (snappy), 4 (zlib) or 5 (zstd). The defaults are 5, 1 and 0.
// Decoding needs no parameters.
// source: HDF5 registered filter plugins, id 32001; c-blosc, README_HEADER.rst; measured with
// Debian's hdf5-filter-plugin-blosc-serial
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"

namespace ncf::filter::blosc {

inline constexpr Choice shuffles[] = {{"none", 0}, {"byte", 1}, {"bit", 2}};
inline constexpr Choice compressors[] = {{"blosclz", 0}, {"lz4", 1},  {"lz4hc", 2},
                                         {"snappy", 3},  {"zlib", 4}, {"zstd", 5}};
inline constexpr Parameter parameters[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("blosc_format", "of the library that wrote"),
    automatic("typesize", "bytes of one value"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
    {.name = "clevel",
     .maximum = 9,
     .default_value = 5,
     .help = "effort, from 0 (copied) to 9 (smallest)"},
    {.name = "shuffle",
     .kind = Kind::choice,
     .choices = shuffles,
     .default_value = 1,
     .help = "what is grouped together before compressing: bytes, bits or nothing"},
    {.name = "cname",
     .kind = Kind::choice,
     .choices = compressors,
     .default_value = 0,
     .help = "the compressor inside"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters}};

inline constexpr CodecMember codec_members[] = {
    {.name = "cname", .default_value = 1, .spelling = Spelling::word},
    {.name = "clevel", .default_value = 5},
    {.name = "shuffle", .default_value = 1, .minus_one_is_by_size = true},
    {.name = "blocksize", .role = MemberRole::extra},
    {.name = "typesize", .role = MemberRole::element_size, .is_only_read = true},
};
inline constexpr Choice v3_shuffles[] = {{"noshuffle", 0}, {"shuffle", 1}, {"bitshuffle", 2}};
inline constexpr CodecMember v3_members[] = {
    {.name = "cname", .default_value = 1, .spelling = Spelling::word},
    {.name = "clevel", .default_value = 5},
    {.name = "shuffle", .default_value = 1, .spelling = Spelling::word, .words = v3_shuffles},
    {.name = "typesize", .role = MemberRole::element_size},
    {.name = "blocksize", .role = MemberRole::extra},
};
inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "blosc",
                                         .members = codec_members,
                                         .core_name = "blosc",
                                         .core_members = v3_members}};

constexpr bool has_snappy(CdValues visible) {
  constexpr std::size_t compressor = 6;
  constexpr std::uint32_t snappy = 3;
  return visible.size() > compressor && visible[compressor] == snappy;
}

inline constexpr ProgramNotation notations[] = {
    {Program::nco},
    {Program::hdf5plugin,
     "Blosc(cname='{cname}', clevel={clevel}, "
     "shuffle=hdf5plugin.Blosc.{shuffle:NOSHUFFLE|SHUFFLE|BITSHUFFLE})"},
    {Program::netcdf4_python, "", has_snappy},
    {Program::netcdf4_python,
     "compression='{cname:blosc_lz|blosc_lz4|blosc_lz4hc||blosc_zlib|blosc_zstd}', "
     "complevel={clevel}, blosc_shuffle={shuffle:0|1|2}",
     nullptr,
     "needs a libnetcdf built with blosc; Debian 12's is not, and silently applies no filter"},
};

inline constexpr std::string_view candidates[] = {
    "blosc,clevel=5,cname=lz4,shuffle=byte",
    "blosc,clevel=5,cname=zstd,shuffle=byte",
    "blosc,clevel=5,cname=zstd,shuffle=bit",
};

inline constexpr FilterFacts facts{
    .id = 32001,
    .name = "blosc",
    .description = "shuffles and compresses in blocks that fit the cache",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true,
                  .ncf_built_with = "blosc",
                  .debian_package = "hdf5-filter-plugin-blosc-serial",
                  .python_hdf5plugin = true},
    .read_by = {.zarr_python = true},
    .visible = layouts,
    .is_usually_optional = true,
    .codecs = codecs,
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::blosc

namespace ncf::plugins::blosc {

using filter::blosc::facts;

/// throws: ParameterError, also for a compressor that libblosc was built without.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 2 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters and numcodecs.
/// throws: KernelError if the frame is truncated, damaged, or made by a compressor that libblosc
/// was built without.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::blosc
