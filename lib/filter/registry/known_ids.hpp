// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The ids of filters that the code treats specially, and names by id. The facts about them, which
// the registry contains, have their ids from here.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ncf::filter {

/// Ids below are libhdf5's own; the others are registered with The HDF Group.
inline constexpr std::uint32_t first_registered_id = 256;
/// source: H5Zpublic.h, H5Z_FILTER_MAX
inline constexpr std::uint32_t highest_id = 65535;

inline constexpr std::uint32_t deflate_id = 1;
inline constexpr std::uint32_t shuffle_id = 2;
inline constexpr std::uint32_t fletcher32_id = 3;
inline constexpr std::uint32_t szip_id = 4;
inline constexpr std::uint32_t nbit_id = 5;
inline constexpr std::uint32_t scaleoffset_id = 6;
inline constexpr std::uint32_t bzip2_id = 307;
inline constexpr std::uint32_t lz4_id = 32004;
inline constexpr std::uint32_t zfp_id = 32013;
inline constexpr std::uint32_t zstd_id = 32015;

// Kernels of Zarr's codecs without an equal filter, above HDF5's ids; the others are in
// plugins/numcodecs/facts.hpp.
inline constexpr std::uint32_t gzip_id = 0x10001;
inline constexpr std::uint32_t crc32c_id = 0x10002;
inline constexpr std::uint32_t zarr_fletcher32_id = 0x10003;
inline constexpr std::uint32_t bitround_id = 0x10008;
inline constexpr std::uint32_t packbits_id = 0x10009;
inline constexpr std::uint32_t crc32_id = 0x1000A;
inline constexpr std::uint32_t adler32_id = 0x1000B;
inline constexpr std::uint32_t zarr_lz4_id = 0x1000C;

/// The names that an HDF5 file stores with filters, by id. h5dump shows them as COMMENT, and they
/// need not be those of the registry.
using FilterNames = std::map<std::uint32_t, std::string>;

}  // namespace ncf::filter
