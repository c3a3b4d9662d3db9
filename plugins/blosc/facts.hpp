// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
