// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::lzf {

inline constexpr Parameter working_parameters[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("lzf_version", "of the library that wrote"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 3}};

inline constexpr ProgramNotation notations[] = {
    {Program::nco},
    {Program::h5py, "compression='lzf'"},
};

inline constexpr std::string_view candidates[] = {"shuffle|lzf"};

inline constexpr FilterFacts facts{
    .id = 32000,
    .name = "lzf",
    .description = "very fast lossless compression, from h5py",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.ncf = true, .ncf_built_with = "liblzf", .debian_package = "bitshuffle"},
    .read_by = {.h5py = true},
    .visible = no_parameters,
    .working = working_layouts,
    .is_usually_optional = true,
    .in_zarr = "blosc,cname=blosclz,shuffle=none",
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::lzf
