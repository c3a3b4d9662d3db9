// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Registered filters that we do not ship: those with known parameters, and a table of those about
// which little more than the name is known.
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::jpeg {

inline constexpr Choice colours[] = {{"mono", 0}, {"rgb", 1}};
inline constexpr Parameter parameters[] = {
    {.name = "quality", .minimum = 1, .maximum = 100, .help = "quality of the image; 100 is best"},
    {.name = "columns", .minimum = 1, .help = "width of the image"},
    {.name = "rows", .minimum = 1, .help = "height of the image"},
    {.name = "colour",
     .kind = Kind::choice,
     .choices = colours,
     .default_value = 0,
     .help = "one or three values per pixel"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters, .min_cd_values = 4}};

inline constexpr FilterFacts facts{.id = 32019,
                                   .name = "jpeg",
                                   .description = "lossy JPEG compression of 8-bit images",
                                   .visible = layouts,
                                   .loss = always};

}  // namespace ncf::filter::jpeg

// The two filters of the Community Codec Repository that only round.

namespace ncf::filter::rounding {

inline constexpr Parameter digits = {.name = "digits",
                                     .minimum = 1,
                                     .maximum = 15,
                                     .default_value = 3,
                                     .help = "significant decimal digits kept"};
inline constexpr Parameter visible_parameters[] = {digits};
inline constexpr Parameter working_parameters[] = {
    digits, automatic("typesize", "bytes of one value"),
    automatic("has_fill", "1 when there is a fill value"),
    automatic("fill", "the fill value's bytes"), automatic("fill", "the fill value's bytes")};
inline constexpr Layout visible_layouts[] = {{.parameters = visible_parameters}};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 5}};

inline constexpr FilterFacts bitgroom{
    .id = 32022,
    .name = "bitgroom",
    .description = "sets bits that carry no significant digits to 0 or 1 in turn; lossy",
    .kind = FilterKind::values_to_values,
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = always,
    .open = true};  // the repository's BitRound has the same id

inline constexpr std::string_view granular_aliases[] = {"gbr", "granularbr"};
inline constexpr FilterFacts granular_bitround{
    .id = 32023,
    .name = "granular-bitround",
    .aliases = granular_aliases,
    .description = "rounds each value to significant digits; lossy",
    .kind = FilterKind::values_to_values,
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = always};

}  // namespace ncf::filter::rounding

namespace ncf::filter {

inline constexpr std::string_view jpeg_xr_aliases[] = {"jpegxr"};
inline constexpr std::string_view lpc_rice_aliases[] = {"lpcrice"};
inline constexpr std::string_view ccsds_aliases[] = {"ccsds123"};
inline constexpr std::string_view jpeg_ls_aliases[] = {"jpegls"};
inline constexpr std::string_view delta_rice_aliases[] = {"deltarice"};
inline constexpr std::string_view terse_aliases[] = {"trpx"};

inline constexpr FilterFacts known_by_name[] = {
    {.id = 257,
     .name = "hzip",
     .description = "lossless compression of hexahedral meshes, from Silo",
     .loss = never},
    {.id = 258, .name = "silo-fpzip", .description = "fpzip under the number that Silo gave it"},
    {.id = 305,
     .name = "lzo",
     .description = "very fast lossless compression, from PyTables",
     .kind = FilterKind::bytes_to_bytes},
    {.id = 32002,
     .name = "mafisc",
     .description = "adaptive prediction over all dimensions, then lzma"},
    {.id = 32003,
     .name = "snappy",
     .description = "very fast lossless compression",
     .kind = FilterKind::bytes_to_bytes},
    {.id = 32005,
     .name = "apax",
     .description = "Samplify's numerical encoding, no longer available"},
    {.id = 32006,
     .name = "cbf",
     .description = "the compression methods of crystallographic imgCIF files"},
    {.id = 32007,
     .name = "jpeg-xr",
     .aliases = jpeg_xr_aliases,
     .description = "JPEG XR image compression"},
    {.id = 32009,
     .name = "spdp",
     .description = "fast lossless compression of floats and doubles",
     .loss = never},
    {.id = 32010,
     .name = "lpc-rice",
     .aliases = lpc_rice_aliases,
     .description = "linear prediction and Rice coding"},
    {.id = 32011,
     .name = "ccsds-123",
     .aliases = ccsds_aliases,
     .description = "ESA's compression of multispectral images"},
    {.id = 32012,
     .name = "jpeg-ls",
     .aliases = jpeg_ls_aliases,
     .description = "JPEG-LS image compression with CharLS"},
    {.id = 32014,
     .name = "fpzip",
     .description = "lossy or lossless compression of 2-D and 3-D floating-point fields"},
    {.id = 32016, .name = "b3d", .description = "compression of light-microscopy images on a GPU"},
    {.id = 32018,
     .name = "fcidecomp",
     .description = "JPEG-LS, as used by EUMETSAT for the images of MTG-FCI",
     .providers = {.python_hdf5plugin = true},
     .visible = no_parameters,
     .open = true},  // its working cd_values are not known
    {.id = 32020,
     .name = "vbz",
     .description = "compression of raw DNA signals, from Oxford Nanopore"},
    {.id = 32021, .name = "fapec", .description = "entropy coding of satellite data, from DAPCOM"},
    {.id = 32025,
     .name = "delta-rice",
     .aliases = delta_rice_aliases,
     .description = "delta and Rice coding of digitised signals"},
    {.id = 32027, .name = "flac", .description = "lossless compression of audio", .loss = never},
    {.id = 32028,
     .name = "sperr",
     .description = "lossy compression with wavelets, to a given rate, quality or error",
     .providers = {.python_hdf5plugin = true},
     .loss = always},
    {.id = 32029,
     .name = "terse",
     .aliases = terse_aliases,
     .description = "lossless compression of diffraction images",
     .loss = never},
    {.id = 32030,
     .name = "ffmpeg",
     .description = "lossy compression with video codecs",
     .loss = always},
    {.id = 32033,
     .name = "htj2k",
     .description = "lossless high-throughput JPEG 2000 of 8- and 16-bit images",
     .providers = {.python_hdf5plugin = true},
     .visible = no_parameters,
     .loss = never,
     .open = true},  // its working cd_values are not known
};

}  // namespace ncf::filter
