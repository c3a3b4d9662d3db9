// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs without an equivalent HDF5 filter, as kernels that run in chains with the others:
// gzip, which wraps the data of deflate in other bytes, checksums, a fletcher32 that refuses the
// old checksums that HDF5 accepts, and numcodecs' filters of values. Their ids are in
// filter/registry/known_ids.hpp.
#pragma once

#include <cstdint>
#include <optional>

#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/kernel.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter {

/// Find the kernel of an id or a codec; return empty for all others.
std::optional<Kernel> find_codec_kernel(std::uint32_t id);
std::optional<Kernel> find_codec_kernel(const Codec& codec);

/// Returns a chain of filters that decodes no more than readers of Zarr do.
StoredChain as_decoded_in_zarr(StoredChain chain);

}  // namespace ncf::filter
