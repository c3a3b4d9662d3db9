// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels linked into this library: those of the filters that are built into HDF5, which
// therefore need no plugin. Constant data; any thread.
#pragma once

#include <ncf/kernel.h>

#include <cstdint>
#include <span>

namespace ncf::filter {

/// Returns all kernels, sorted by id.
std::span<const ncf_kernel* const> builtin_kernels() noexcept;

/// Returns null if the filter is not built in.
const ncf_kernel* find_builtin_kernel(std::uint32_t id) noexcept;

/// Returns the kernel of a codec that is not a filter: gzip, a fletcher32 that decodes only what
/// readers of Zarr do, or one of numcodecs; null for all others.
const ncf_kernel* find_builtin_codec_kernel(std::uint32_t id) noexcept;

}  // namespace ncf::filter
