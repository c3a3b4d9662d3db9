// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels linked into this library: those of the filters that are built into HDF5, which
// therefore need no plugin, and those of codecs that only Zarr has. Constant data; any thread.
#pragma once

#include <ncf/kernel.h>

#include <cstdint>
#include <optional>
#include <span>

#include "filter/kernels/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

struct Codec;

/// Returns all kernels, sorted by id.
std::span<const ncf_kernel* const> builtin_kernels() noexcept;

/// Returns null if the filter is not built in.
const ncf_kernel* find_builtin_kernel(std::uint32_t id) noexcept;

/// Find the kernel of a Zarr codec without an equivalent HDF5 filter, which runs in chains with the
/// others: gzip, which wraps the data of deflate in other bytes, checksums, a fletcher32 that
/// refuses the old checksums that HDF5 accepts, and numcodecs' filters of values. Their ids are in
/// filter/registry/known_ids.hpp. Empty for all others.
std::optional<Kernel> find_codec_kernel(std::uint32_t id);
std::optional<Kernel> find_codec_kernel(const Codec& codec);

/// Returns a chain of filters that decodes no more than readers of Zarr do.
StoredChain as_decoded_in_zarr(StoredChain chain);

}  // namespace ncf::filter
