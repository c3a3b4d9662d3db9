// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Registered filters about which little more than the name is known.
#pragma once

#include "filter/facts.hpp"

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
