// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// LZF, HDF5 filter 32000, which is built into h5py. Stored bytes are a bare LZF stream without size
// or checksum, so a stream truncated between two steps looks like a complete, shorter one. Working
// parameters, all set by the filter: [revision of the filter, version of LZF, bytes of a chunk].
// There are no visible parameters.
//
// Any data can be stored: noise becomes a stream of literals, larger by 1/32. Other lzf filters can
// read it; they refuse to write such a chunk, and fail if the filter is mandatory.
// source: h5py, lzf_filter.c; liblzf, lzf.h; measured with h5py 3.7 and the lzf plugin of Debian's
// package bitshuffle
#pragma once

#include "common/kernel.hpp"
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

namespace ncf::plugins::lzf {

using filter::lzf::facts;

/// Accepts any parameters: files contain the working ones, and those of a user are replaced.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// throws: KernelError if a step of the stream is truncated or points before the data.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::lzf
