// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether libnetcdf reads a Zarr store right. libnetcdf 4.9.0 ignores filters and byte order and
// gives wrong numbers without a word, and ends the process on other arrays; such stores are refused
// before it sees them.
#pragma once

#include <filesystem>

namespace ncf::store {

/// throws: Error(unsupported) naming an array that libnetcdf would misread, Error(corrupt) for
/// metadata that is no JSON, Error(io).
void check_zarr_readable(const std::filesystem::path& store);

}  // namespace ncf::store
