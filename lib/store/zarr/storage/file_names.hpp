// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of the files in a Zarr store in a folder, from any writer. Pure functions, any thread.
// source: Zarr v2 specification, "Storage"; Zarr v3 specification, "Stores"
#pragma once

#include <string_view>

namespace ncf::store::zarr {

/// Returns whether a name is ".zarray", "zarr.json" or one of old NCZarr versions.
bool is_metadata_name(std::string_view name);

/// Returns whether the last part of a key is one of these.
bool is_metadata_key(std::string_view key);

/// Returns whether a name is that of a chunk, or a part of it: "0", "0.12", "c", "c.0.12".
bool is_chunk_name(std::string_view name);

/// Returns whether a file is one that systems and zarr-python leave behind and users do not need:
/// ".nfs0012", ".DS_Store", an incomplete value.
bool is_litter_name(std::string_view name);

}  // namespace ncf::store::zarr
