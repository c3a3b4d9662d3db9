// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zstandard, HDF5 filter 32015. Stored bytes are one zstd frame that states the size of its content
// and has no checksum, which is what every zstd filter writes, and the only form that all of them
// read. Parameters: [level as a signed 32-bit number]; 0 or no parameter means 3. Levels 20 to 22
// need much memory; negative ones trade size for speed. Parameters after the first are ignored.
//
// A level promises about the size that libzstd reaches at it, not the same bytes. `choose_strategy`
// finds the fastest way to keep this promise for a variable (strategy.hpp). Without hints, the
// bytes are libzstd's own. source: HDF5 registered filter plugins, id 32015; RFC 8878
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

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
    .id = zstd_id,
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

namespace ncf::plugins::zstd {

using filter::zstd::facts;

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the contexts of libzstd, which are created on first use.
std::unique_ptr<Workspace> make_coders();

/// If a chunk becomes nearly nothing, or its compression ratio clearly differs from that of the
/// first one, it is also encoded with libzstd's own strategy, and the smaller result is kept.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: strategy.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Decodes one or more frames, with or without content size and checksum, and skips skippable ones.
/// A frame without content size may require a window of up to 128 MiB.
/// throws: KernelError if a frame is truncated, damaged, contradicts its checksum or its content
/// size, needs a dictionary, or is followed by anything other than a frame.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id,
                               facts.name.data(),
                               check,
                               nullptr,
                               bound,
                               make_coders,
                               encode_without_hints<encode_hinted>,
                               decode,
                               encode_hinted,
                               choose_strategy};

}  // namespace ncf::plugins::zstd
