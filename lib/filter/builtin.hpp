// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels linked into this library: the filters that are built into HDF5, so that they need no
// plugin. Constant data; any thread.
#pragma once

#include <ncf/kernel.h>

#include <cstdint>
#include <span>

namespace ncf::filter {

/// Sorted by id.
std::span<const ncf_kernel* const> builtin_kernels() noexcept;

/// Returns null if the filter is not built in.
const ncf_kernel* find_builtin_kernel(std::uint32_t id) noexcept;

}  // namespace ncf::filter
