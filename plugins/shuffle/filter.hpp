// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffle, HDF5 filter 2. Stored bytes are the first bytes of all elements, then the second ones,
// and so on; bytes after the last whole element follow unchanged. The size stays the same: a
// compressor should follow. There are no visible parameters. Working parameters: [bytes of an
// element].
// source: HDF5 reference manual, H5Pset_shuffle; measured with HDF5 1.10.8
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::shuffle {

inline constexpr Parameter working_parameters[] = {
    automatic("element_size", "bytes of one value"),
};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 1}};

// netCDF-C writes the size 0, or none, for the size of the type; for numcodecs, 0 means no
// shuffling, so the actual size must be written.
inline constexpr CodecMember codec_members[] = {
    {.name = "elementsize", .role = MemberRole::element_size, .parameter = "element_size"},
};
inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "shuffle", .members = codec_members}};

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "SHUF"},
    {Program::nco, "shf"},
    {Program::h5py_call, "set_shuffle()"},
};

inline constexpr FilterFacts facts{
    .id = shuffle_id,
    .name = "shuffle",
    .description = "groups the first bytes of all values together, then the second, and so on",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.hdf5 = true},
    .read_by =
        {.netcdf = true, .h5py = true, .xarray = true, .zarr_python = true, .netcdf_java = true},
    .visible = no_parameters,
    .working = working_layouts,
    .is_usually_optional = true,
    .codecs = codecs,
    .notations = notations};

}  // namespace ncf::filter::shuffle

namespace ncf::plugins::shuffle {

using filter::shuffle::facts;

/// Accepts any parameters: files contain the working ones, and those of a user are replaced.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// throws: ParameterError without an element size.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_workspace<>,  encode, decode};

}  // namespace ncf::plugins::shuffle
