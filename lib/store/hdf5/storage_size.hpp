// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes that variables take in a netCDF-4 file, through libhdf5. I/O thread only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "model/schema.hpp"

namespace ncf::store::hdf5 {

/// Bytes of stored values, in the order of `schema.variables`; 0 for one without any.
/// throws: Error naming the variable.
std::vector<std::uint64_t> storage_sizes(const std::filesystem::path& path,
                                         const model::Schema& schema);

}  // namespace ncf::store::hdf5
