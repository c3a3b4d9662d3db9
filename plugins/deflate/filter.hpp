// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflate, HDF5 filter 1. Stored bytes are one ordinary zlib stream. Parameters: [level 0 to 9];
// the default is 6. Parameters after the first are ignored.
//
// A level promises the size that zlib reaches at it, not the same bytes. `choose_strategy` finds
// the fastest way to keep this promise for a variable: our own encoder for shuffled data
// (plane_encoder.hpp), libdeflate, or zlib. Data without a choice get the strategy of the level
// (strategy.hpp): our own encoder keeps the promise there too, libdeflate on average.
//
// source: HDF5 reference manual, H5Pset_deflate; RFC 1950, RFC 1951
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

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
    .id = deflate_id,
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

namespace ncf::plugins::deflate {

using filter::deflate::facts;

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the coders, which are created on first use.
std::unique_ptr<Workspace> make_coders();

/// If a chunk's compression ratio clearly differs from that of the first one, it is also encoded
/// with the careful strategy, and the smaller result is kept.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: strategy.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Decodes one stream. What follows it is ignored, as by HDF5 and numcodecs, even if it is another
/// stream.
/// throws: KernelError if the stream is truncated, damaged, contradicts its checksum or needs a
/// dictionary.
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

// ---- gzip, Zarr's codec: the data of deflate in other bytes ----
//
// It has no HDF5 filter, so its id is one that HDF5 does not have. Parameters are those of deflate.
// source: RFC 1952; Zarr v3 codec "gzip"

std::size_t gzip_bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the coders of deflate, and a decoder of gzip.
std::unique_ptr<Workspace> make_gzip_coders();

std::size_t encode_gzip(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                        ConstBytes input, Bytes output);
ChosenStrategy choose_gzip_strategy(Workspace& coders, Parameters parameters,
                                    const EncodeHints& hints, std::uint64_t variable_bytes,
                                    ConstBytes first_chunk);

/// Decodes all members. throws: KernelError as deflate's.
std::size_t decode_gzip(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel gzip_kernel{filter::gzip_id,
                                    "gzip",
                                    check,
                                    nullptr,
                                    gzip_bound,
                                    make_gzip_coders,
                                    encode_without_hints<encode_gzip>,
                                    decode_gzip,
                                    encode_gzip,
                                    choose_gzip_strategy};

}  // namespace ncf::plugins::deflate
