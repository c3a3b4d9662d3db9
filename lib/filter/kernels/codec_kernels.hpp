// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs without an equivalent HDF5 filter, as kernels that run in chains with the others:
// gzip, which wraps the data of deflate in other bytes, crc32c, and a fletcher32 that refuses the
// old checksums that HDF5 accepts.
//
// source: RFC 1952; Zarr v3 codecs "gzip" and "crc32c"
#pragma once

#include <cstdint>
#include <optional>

#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/kernel.hpp"

namespace ncf::filter {

/// Ids of these kernels, above HDF5's, which end at 65535.
inline constexpr std::uint32_t gzip_id = 0x10001;
inline constexpr std::uint32_t crc32c_id = 0x10002;
inline constexpr std::uint32_t zarr_fletcher32_id = 0x10003;

/// Find the kernel of an id or a codec; return empty for all others.
std::optional<Kernel> find_codec_kernel(std::uint32_t id);
std::optional<Kernel> find_codec_kernel(const Codec& codec);

/// Returns a chain of filters that decodes no more than readers of Zarr do.
StoredChain as_decoded_in_zarr(StoredChain chain);

}  // namespace ncf::filter
