// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Consolidated metadata: a copy of all metadata of a store, under one key in version 2, in the
// metadata of the root in version 3.
// source: zarr-python, "Consolidating metadata"
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// The key of metadata in a store of version 3.
inline constexpr std::string_view key_v3 = "zarr.json";

/// The key of consolidated metadata in a store of version 2.
inline constexpr std::string_view consolidated_key = ".zmetadata";

/// The consolidated metadata by key.
using Copies = std::map<std::string, base::Json, std::less<>>;

/// throws: Error(corrupt, unsupported, io).
Copies read_copies(KeyStore& store, filter::ZarrFormat format);

/// Returns the consolidated metadata in the `zarr.json` of a group, null if there are none or they
/// may be ignored. throws: Error(corrupt, unsupported).
const base::Json* find_consolidated(const base::Json& group);

/// Returns what differs between the metadata of an array and their consolidated copy; empty if
/// nothing does, or either cannot be read.
std::string find_stale_part(filter::ZarrFormat format, const base::Json& metadata,
                            const base::Json& copy);

}  // namespace ncf::store::zarr
