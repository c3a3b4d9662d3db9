// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::lz4 {

inline constexpr Parameter parameters[] = {
    {.name = "block_bytes",
     .maximum = 0x7E000000,
     .default_value = 0,
     .help = "bytes compressed at once; 0: a whole chunk up to 1 GiB"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters}};

inline constexpr CodecMember codec_members[] = {
    {.name = "acceleration", .role = MemberRole::extra, .default_value = 1},
};
inline constexpr CodecFacts codecs[] = {
    {.numcodecs_id = "lz4",
     .members = codec_members,
     .difference = "frames the same data in other bytes than the filter",
     .instead = "lz4 by its name"}};

inline constexpr ProgramNotation notations[] = {
    {Program::nco},
    {Program::hdf5plugin, "LZ4(nbytes={block_bytes})"},
};

inline constexpr std::string_view candidates[] = {"shuffle|lz4"};

inline constexpr FilterFacts facts{
    .id = 32004,
    .name = "lz4",
    .description = "very fast lossless compression with a still faster decoder",
    .comment = "HDF5 lz4 filter; see http://www.hdfgroup.org/services/contributions.html",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true,
                  .ncf_built_with = "lz4",
                  .debian_package = "hdf5-filter-plugin",
                  .python_hdf5plugin = true},
    .visible = layouts,
    .codecs = codecs,
    .in_zarr = "blosc,cname=lz4,shuffle=none",
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::lz4
