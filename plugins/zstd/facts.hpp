// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::zstd {

inline constexpr std::string_view aliases[] = {"zstandard"};

inline constexpr Parameter parameters[] = {
    {.name = "level",
     .minimum = -131072,
     .maximum = 22,
     .default_value = 3,
     .help = "effort; 0: zstd's own choice; below 0 is even faster; above 19 needs much memory"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters}};

inline constexpr CodecMember codec_members[] = {
    {.name = "level", .default_value = 0},
    {.name = "checksum",
     .role = MemberRole::extra,
     .spelling = Spelling::flag,
     .is_only_read = true},
};
inline constexpr CodecMember v3_members[] = {
    {.name = "level", .default_value = 0},
    {.name = "checksum", .role = MemberRole::extra, .spelling = Spelling::flag},
};
inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "zstd",
                                         .members = codec_members,
                                         .core_name = "zstd",
                                         .core_members = v3_members}};

constexpr bool is_negative(CdValues visible) { return !visible.empty() && visible[0] >> 31 != 0; }

inline constexpr ProgramNotation notations[] = {
    {Program::nco, "", is_negative},
    {Program::nco, "zst,{level}", nullptr,
     "needs an NCO built with zstd, which Debian 12's is not"},
    {Program::hdf5plugin, "Zstd(clevel={level})", is_negative,
     "older versions of hdf5plugin take levels 1 to 22"},
    {Program::hdf5plugin, "Zstd(clevel={level})"},
    {Program::netcdf4_python, "compression='zstd', complevel={level}", nullptr,
     "needs a libnetcdf built with zstd; Debian 12's is not, and silently applies no filter"},
};

inline constexpr std::string_view candidates[] = {
    "shuffle|zstd,1",  "shuffle|zstd,3",  "shuffle|zstd,7",
    "shuffle|zstd,12", "shuffle|zstd,19", "zstd,3",
};

inline constexpr FilterFacts facts{
    .id = 32015,
    .name = "zstd",
    .aliases = aliases,
    .description = "lossless, several times as fast as deflate, smaller unless integers are noisy",
    .comment = "Zstandard compression: http://www.zstd.net",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true, .python_hdf5plugin = true},
    .read_by = {.zarr_python = true},
    .visible = layouts,
    .codecs = codecs,
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::zstd
