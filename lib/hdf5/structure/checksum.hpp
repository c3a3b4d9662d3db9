// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ncf::hdf5 {

/// Returns the checksum that HDF5 stores with its metadata. source: Bob Jenkins, lookup3.c,
/// function hashlittle; HDF5 file format specification 3.0, "Checksum"
[[nodiscard]] std::uint32_t checksum(std::span<const std::byte> bytes) noexcept;

}  // namespace ncf::hdf5
