// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::bzip2 {

inline constexpr std::string_view aliases[] = {"bz2"};

inline constexpr Parameter parameters[] = {
    {.name = "level",
     .minimum = 1,
     .maximum = 9,
     .default_value = 9,
     .help = "block size in units of 100 kB; larger blocks compress better and need more memory"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters}};

inline constexpr CodecMember codec_members[] = {{.name = "level", .default_value = 1}};
inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "bz2", .members = codec_members}};

inline constexpr ProgramNotation notations[] = {
    {Program::hdf5plugin, "BZip2(blocksize={level})"},
    {Program::netcdf4_python, "compression='bzip2', complevel={level}"},
};

inline constexpr std::string_view candidates[] = {"shuffle|bzip2,9", "bzip2,9"};

inline constexpr FilterFacts facts{
    .id = 307,
    .name = "bzip2",
    .aliases = aliases,
    .description = "slow lossless compression, often smaller than deflate",
    .comment = "HDF5 bzip2 filter; see http://www.hdfgroup.org/services/contributions.html",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true, .debian_package = "hdf5-filter-plugin", .python_hdf5plugin = true},
    .read_by = {.zarr_python = true},
    .visible = layouts,
    .codecs = codecs,
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::bzip2
