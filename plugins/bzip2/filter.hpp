// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// bzip2, HDF5 filter 307. Stored bytes are one bzip2 stream, the same that every other bzip2 filter
// writes for the same level. Parameters: [level 1 to 9, which is the block size in 100 kB]; the
// default is 9. Parameters after the first are ignored, because PyTables stores two of its own
// there.
//
// source: HDF5 registered filter plugins, id 307; bzip2 manual, "Programming with libbzip2"
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

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
    .id = bzip2_id,
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

namespace ncf::plugins::bzip2 {

using filter::bzip2::facts;

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Decodes one or more consecutive streams, as `bzip2 -d` and numcodecs do. Bytes after them that
/// are not a stream are ignored, as by HDF5 and numcodecs.
/// throws: KernelError if a stream is truncated or damaged.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  nullptr,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::bzip2
