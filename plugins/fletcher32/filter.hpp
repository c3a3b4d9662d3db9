// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Fletcher's checksum, HDF5 filter 3. Stored bytes are the data followed by 4 bytes, the checksum
// of the data as 16-bit big-endian numbers, stored little-endian. There are no parameters;
// cd_values are ignored. source: HDF5 file format specification, "Fletcher32 checksum"; measured
// with HDF5 1.10.8
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::fletcher32 {

inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "fletcher32"}};

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "FLET"},
    {Program::nco, "f32"},
    {Program::h5py_call, "set_fletcher32()"},
};

inline constexpr FilterFacts facts{
    .id = fletcher32_id,
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

namespace ncf::plugins::fletcher32 {

using filter::fletcher32::facts;

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Also accepts a checksum with the bytes of each half swapped: HDF5 before 1.6.3 wrote such
/// checksums on little-endian machines.
/// throws: KernelError if the data contradict their checksum.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

/// Accepts only the checksum that `encode` writes, as numcodecs does.
/// throws: KernelError if the data contradict their checksum, or if it has the old byte order.
std::size_t decode_in_zarr(Workspace& workspace, Parameters parameters, ConstBytes input,
                           Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  nullptr,
                               bound,    make_workspace<>,  encode, decode};

/// The same for Zarr, under an id that HDF5 does not have.
inline constexpr Kernel zarr_kernel = [] {
  Kernel made = kernel;
  made.id = filter::zarr_fletcher32_id;
  made.decode = decode_in_zarr;
  return made;
}();

}  // namespace ncf::plugins::fletcher32
