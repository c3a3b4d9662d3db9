// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Metadata: values of a store that are JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/json/json.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Limit for the metadata of one node, or for consolidated metadata.
inline constexpr std::uint64_t max_metadata_bytes = std::uint64_t{64} << 20U;

/// Returns the value of a key as JSON; empty if there is none. throws: Error naming the key.
std::optional<base::Json> read_json(KeyStore& store, const std::string& key);

/// Returns the text of metadata; empty if they exceed the limits of `read_json`.
std::optional<std::string> format_metadata(const base::Json& json, base::JsonTexts texts);

/// throws: Error(unsupported) if `read_json` could not read the value; Error(io).
void write_json(KeyStore& store, const std::string& key, const base::Json& json,
                base::JsonTexts texts = base::JsonTexts::escaped);

}  // namespace ncf::store::zarr
