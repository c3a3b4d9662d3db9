// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::deflate {

inline constexpr std::string_view aliases[] = {"zlib", "gzip"};

inline constexpr Parameter parameters[] = {
    {.name = "level",
     .maximum = 9,
     .default_value = 6,
     .help = "effort, from 0 (stored) and 1 (fastest) to 9 (smallest)"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters, .min_cd_values = 1}};

/// zlib's own default level is -1.
constexpr double meaning_of_level(double level) { return level == -1 ? 6 : level; }

inline constexpr CodecMember codec_members[] = {
    {.name = "level", .default_value = 1, .meaning = meaning_of_level}};
inline constexpr CodecFacts codecs[] = {
    {.numcodecs_id = "zlib", .members = codec_members},
    {.numcodecs_id = "gzip",
     .members = codec_members,
     .core_name = "gzip",
     .core_members = codec_members,
     .difference = "wraps the same data in other bytes than deflate",
     .instead = R"({"id":"zlib"})"},
};

constexpr bool stores(CdValues visible) { return !visible.empty() && visible.front() == 0; }

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "GZIP={level}"},
    {Program::nco, "dns,{level}"},  // its "dfl" shuffles as well
    {Program::h5py, "compression='gzip', compression_opts={level}"},
    {Program::h5py_call, "set_deflate({level})"},
    {Program::netcdf4_python, "", stores},  // it then defines no filter
    {Program::netcdf4_python, "zlib=True, complevel={level}"},
    {Program::xarray, "", stores},
    {Program::xarray, "zlib=True, complevel={level}"},
};

inline constexpr std::string_view candidates[] = {
    "shuffle|deflate,1", "shuffle|deflate,2", "shuffle|deflate,4", "shuffle|deflate,6",
    "shuffle|deflate,9", "deflate,1",         "deflate,6",
};

inline constexpr FilterFacts facts{
    .id = 1,
    .name = "deflate",
    .aliases = aliases,
    .description = "the compression of zlib and gzip, which every netCDF-4 program reads",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.hdf5 = true},
    .read_by =
        {.netcdf = true, .h5py = true, .xarray = true, .zarr_python = true, .netcdf_java = true},
    .visible = layouts,
    .is_usually_optional = true,
    .codecs = codecs,
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::deflate
