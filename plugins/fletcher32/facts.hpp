// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::fletcher32 {

inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "fletcher32"}};

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "FLET"},
    {Program::nco, "f32"},
    {Program::h5py_call, "set_fletcher32()"},
};

inline constexpr FilterFacts facts{
    .id = 3,
    .name = "fletcher32",
    .description = "a checksum after each chunk, verified when the chunk is read",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.hdf5 = true},
    .read_by =
        {.netcdf = true, .h5py = true, .xarray = true, .zarr_python = true, .netcdf_java = true},
    .visible = no_parameters,
    .codecs = codecs,
    .notations = notations};

}  // namespace ncf::filter::fletcher32
