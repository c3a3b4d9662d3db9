// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::blosc2 {

inline constexpr std::uint32_t trunc_prec = 4;
inline constexpr Choice filters[] = {
    {"none", 0}, {"byte", 1}, {"bit", 2}, {"delta", 3}, {"trunc_prec", trunc_prec}};
inline constexpr Choice compressors[] = {
    {"blosclz", 0}, {"lz4", 1}, {"lz4hc", 2}, {"zlib", 4}, {"zstd", 5}};
inline constexpr Parameter parameters[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("block_bytes", "bytes of a block"),
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
inline constexpr Layout layouts[] = {{.parameters = parameters}};

constexpr bool is_lossy(Words visible) {
  constexpr std::size_t filter_word = 5;
  return visible.size() > filter_word && visible[filter_word] == trunc_prec;
}

inline constexpr FilterFacts facts{.id = 32026,
                                   .name = "blosc2",
                                   .description = "blosc's second generation, in another format",
                                   .kind = FilterKind::bytes_to_bytes,
                                   .providers = {.python_hdf5plugin = true},
                                   .visible = layouts,
                                   .is_lossy = is_lossy,
                                   .open = true};  // working words go on with the chunk's shape

}  // namespace ncf::filter::blosc2
