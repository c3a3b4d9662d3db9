// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::bitshuffle {

inline constexpr std::string_view aliases[] = {"bshuf"};

inline constexpr Choice compressors[] = {{"none", 0}, {"lz4", 2}, {"zstd", 3}};
inline constexpr Parameter block = {.name = "block",
                                    .maximum = largest_cd_value - 7,
                                    .multiple_of = 8,
                                    .default_value = 0,
                                    .help = "values in a block; 0: about 8 kB"};
inline constexpr Parameter cname = {.name = "cname",
                                    .kind = Kind::choice,
                                    .choices = compressors,
                                    .default_value = 0,
                                    .help = "the compressor inside"};
inline constexpr Parameter level = {.name = "level",
                                    .maximum = 22,
                                    .may_be_left_out = true,
                                    .help = "effort of zstd; 0: its own choice"};
inline constexpr Parameter visible_parameters[] = {block, cname, level};
inline constexpr Parameter working_parameters[] = {
    automatic("version_major", "of the library that wrote"),
    automatic("version_minor", "of the library that wrote"),
    automatic("element_size", "bytes of one value"),
    block,
    cname,
    level};
inline constexpr Layout visible_layouts[] = {{.parameters = visible_parameters}};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 3}};

constexpr bool compresses_by_zstd(CdValues visible) {
  return visible.size() > 1 && visible[1] == 3;
}

inline constexpr ProgramNotation notations[] = {
    {Program::hdf5plugin, "Bitshuffle(nelems={block}, cname='{cname}', clevel={level})",
     compresses_by_zstd},
    {Program::hdf5plugin, "Bitshuffle(nelems={block}, cname='{cname}')"},
};

inline constexpr std::string_view candidates[] = {
    "bitshuffle,cname=lz4",
    "bitshuffle,cname=zstd,level=3",
    "bitshuffle|zstd,12",
};

inline constexpr FilterFacts facts{
    .id = 32008,
    .name = "bitshuffle",
    .aliases = aliases,
    .description = "groups equal bits of all values together, and can compress them",
    .comment = "bitshuffle; see https://github.com/kiyo-masui/bitshuffle",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true,
                  .ncf_built_with = "lz4",
                  .debian_package = "bitshuffle (without zstd)",
                  .python_hdf5plugin = true},
    .visible = visible_layouts,
    .working = working_layouts,
    .in_zarr = "blosc,cname=lz4,shuffle=bit",
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::bitshuffle
