// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bitshuffle, HDF5 filter 32008: blocks of elements are split into bit planes and compressed.
// Stored bytes are, for
//   lz4, zstd   bytes of the data (64 bits) and of a block (32 bits), then for each block its
//               stored size (32 bits) and its compressed planes; most significant byte first
//   none        the planes of one block after another, and nothing else
// The last block has as many of the remaining elements as make a multiple of 8; the rest follows
// unchanged. Lz4 uses plain blocks, zstd plain frames. Any data can be stored.
//
// Visible parameters: [elements of a block, compressor, level]. The block is a multiple of 8; 0 or
// no parameter means about 8 KiB. The compressor is 0 (none, the default), 2 (lz4) or 3 (zstd). The
// level is for zstd. Working parameters begin with [major version, minor version, bytes of an
// element]; the version is the oldest one of the bitshuffle library that can read the data: 0.3, or
// 0.4 for zstd.
// source: HDF5 registered filter plugins, id 32008; bitshuffle's README and bshuf_h5filter.h;
// measured with Debian's bitshuffle 0.3.5
#pragma once

#include "common/kernel.hpp"
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

namespace ncf::plugins::bitshuffle {

using filter::bitshuffle::facts;

enum Compressor : std::uint32_t { none = 0, lz4 = 2, zstd = 3 };

/// Also accepts working parameters, which have at least 4 cd_values, and does not prefix them
/// again.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Returns the memory for a block, and the contexts of libzstd.
std::unique_ptr<Workspace> make_scratch();

/// Encodes a chunk. throws: KernelError if the data are not whole elements.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters.
/// throws: KernelError if the frame is truncated or damaged.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

/// Split elements into bit planes, and merge them again. Plane 8 * i + j holds bit j of byte i of
/// every element, with the first element in the lowest bit; the planes follow each other. Any
/// thread. Counts of elements must be multiples of 8; all memory is `elements * element_bytes`
/// long, nothing beyond it is touched, and the contents of `scratch` are then unspecified.
void split_bits(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                std::byte* scratch, std::byte* planes);
void join_bits(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
               std::byte* scratch, std::byte* whole);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_scratch,      encode, decode};

}  // namespace ncf::plugins::bitshuffle
