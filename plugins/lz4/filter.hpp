// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// LZ4, HDF5 filter 32004. Stored bytes are the size of the data (64 bits) and of a block (32 bits),
// then for each block its stored size (32 bits) and the block; all most significant byte first. A
// block is in LZ4's block format, or unchanged if that would not be smaller, as its stored size
// shows; so any data can be stored. LZ4 frames of other programs and numcodecs' lz4 wrap the same
// blocks differently. Parameters: [bytes of a block]; 0 or no parameter means 1 GiB, in effect the
// whole chunk. Parameters after the first are ignored.
// source: HDF5 registered filter plugins, id 32004; measured with Debian's hdf5-filter-plugin
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

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
    .id = lz4_id,
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

namespace ncf::plugins::lz4 {

using filter::lz4::facts;

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters.
/// throws: KernelError if the frame is truncated or damaged.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  nullptr,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::lz4
