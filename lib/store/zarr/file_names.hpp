// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of the files that a Zarr store in a folder has, whoever wrote it. Pure functions, any
// thread.
// source: Zarr v2 specification, "Storage"; Zarr v3 specification, "Stores"
#pragma once

#include <string_view>

namespace ncf::store::zarr {

/// ".zarray", "zarr.json", those of old NCZarr.
bool is_metadata_name(std::string_view name);

/// A chunk's name, or a part of one: "0", "0.12", "c", "c.0.12".
bool is_chunk_name(std::string_view name);

/// What systems and zarr-python leave beside values, and no user misses: ".nfs0012", ".DS_Store",
/// a value of which only a part was written.
bool is_litter_name(std::string_view name);

}  // namespace ncf::store::zarr
