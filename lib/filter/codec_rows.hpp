// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs in the rows of registry_table.cpp, the only file that includes this.
//
// source: numcodecs' codec configurations; Zarr v3 specification and zarr-extensions
#pragma once

#include "filter/codec_facts.hpp"

namespace ncf::filter {

// ---- deflate, shuffle, fletcher32 ----

inline constexpr CodecMember zlib_members[] = {{.name = "level", .default_value = 1}};
inline constexpr CodecFacts deflate_codecs[] = {
    {.numcodecs_id = "zlib", .members = zlib_members},
    {.numcodecs_id = "gzip",
     .members = zlib_members,
     .core_name = "gzip",
     .core_members = zlib_members,
     .difference = "wraps the same data in other bytes than deflate",
     .instead = R"({"id":"zlib"})"},
};

inline constexpr CodecMember shuffle_members[] = {
    {.name = "elementsize", .role = MemberRole::element_size},
};
inline constexpr CodecFacts shuffle_codecs[] = {
    {.numcodecs_id = "shuffle", .members = shuffle_members}};

inline constexpr CodecFacts fletcher32_codecs[] = {{.numcodecs_id = "fletcher32"}};

// ---- bzip2 ----

inline constexpr CodecMember bz2_members[] = {{.name = "level", .default_value = 1}};
inline constexpr CodecFacts bzip2_codecs[] = {{.numcodecs_id = "bz2", .members = bz2_members}};

// ---- blosc ----

inline constexpr CodecMember blosc_members[] = {
    {.name = "cname", .default_value = 1, .spelling = Spelling::word},
    {.name = "clevel", .default_value = 5},
    {.name = "shuffle", .default_value = 1, .minus_one_is_by_size = true},
    {.name = "blocksize", .role = MemberRole::extra},
    {.name = "typesize", .role = MemberRole::element_size, .is_only_read = true},
};
inline constexpr Choice blosc_v3_shuffles[] = {{"noshuffle", 0}, {"shuffle", 1}, {"bitshuffle", 2}};
inline constexpr CodecMember blosc_v3_members[] = {
    {.name = "cname", .default_value = 1, .spelling = Spelling::word},
    {.name = "clevel", .default_value = 5},
    {.name = "shuffle", .default_value = 1, .spelling = Spelling::word, .words = blosc_v3_shuffles},
    {.name = "typesize", .role = MemberRole::element_size},
    {.name = "blocksize", .role = MemberRole::extra},
};
inline constexpr CodecFacts blosc_codecs[] = {{.numcodecs_id = "blosc",
                                               .members = blosc_members,
                                               .core_name = "blosc",
                                               .core_members = blosc_v3_members}};

// ---- lz4 ----

inline constexpr CodecMember lz4_members[] = {
    {.name = "acceleration", .role = MemberRole::extra, .default_value = 1},
};
inline constexpr CodecFacts lz4_codecs[] = {
    {.numcodecs_id = "lz4",
     .members = lz4_members,
     .difference = "frames the same data in other bytes than the filter",
     .instead = "lz4 by its name"}};

// ---- zfp ----

inline constexpr Choice zfpy_modes[] = {
    {"rate", 2}, {"precision", 3}, {"accuracy", 4}, {"reversible", 5}};
inline constexpr CodecMember zfpy_members[] = {
    {.name = "mode", .role = MemberRole::mode, .default_value = 4, .words = zfpy_modes},
    {.name = "tolerance",
     .parameter = "accuracy",
     .default_value = -1,
     .mode_below_zero = "reversible"},
    {.name = "rate", .default_value = -1, .mode_below_zero = "reversible"},
    {.name = "precision", .default_value = -1, .mode_below_zero = "reversible"},
    {.name = "compression_kwargs", .role = MemberRole::ignored},
};

/// Our plugin's parameters for Zarr have no versions of a filter that wrote.
constexpr bool zfp_has_header_in_front(std::span<const std::uint32_t> working) {
  return !working.empty() && working.front() == 0;
}

inline constexpr CodecFacts zfp_codecs[] = {
    {.numcodecs_id = "zfpy",
     .members = zfpy_members,
     .takes_values = true,
     .difference = "puts zfp's header, which the filter keeps among its words, before each chunk",
     .makes_bytes = zfp_has_header_in_front}};

// ---- zstd ----

inline constexpr CodecMember zstd_members[] = {
    {.name = "level", .default_value = 0},
    {.name = "checksum",
     .role = MemberRole::extra,
     .spelling = Spelling::flag,
     .is_only_read = true},
};
inline constexpr CodecMember zstd_v3_members[] = {
    {.name = "level", .default_value = 0},
    {.name = "checksum", .role = MemberRole::extra, .spelling = Spelling::flag},
};
inline constexpr CodecFacts zstd_codecs[] = {{.numcodecs_id = "zstd",
                                              .members = zstd_members,
                                              .core_name = "zstd",
                                              .core_members = zstd_v3_members}};

// ---- codecs without an equivalent HDF5 filter ----

inline constexpr std::string_view other_checksum = "fletcher32 is HDF5's checksum";
inline constexpr CodecWithoutFilter lone_codecs[] = {
    {"adler32", other_checksum},
    {"bytes", "byte order is the type's in HDF5"},
    {"crc32", other_checksum},
    {"crc32c", other_checksum},
    {"fixedscaleoffset", "scaleoffset is HDF5's, with other bytes"},
    {"lzma", "bzip2 or zstd with a high level come close"},
    {"sharding_indexed", "HDF5 has no chunks within chunks"},
    {"transpose", "HDF5 stores values in the order of the dimensions"},
};

}  // namespace ncf::filter
