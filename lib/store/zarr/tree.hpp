// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The groups and arrays of a store with their metadata as JSON, whatever the format of Zarr.
//
// What stands in the store counts. Consolidated metadata, a copy of all metadata under one key,
// count for what the store lacks: members that they alone name are there, too.
// source: Zarr v2 specification, "Groups"; Zarr v3 specification, "Groups"; zarr-python,
// "Consolidating metadata"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "filter/codec_json.hpp"
#include "store/zarr/json.hpp"
#include "store/zarr/key_store.hpp"

namespace ncf::store::zarr {

struct Node {
  std::string path;  ///< "", "forecast", "forecast/t2m"
  bool is_array = false;
  std::string key;  ///< where the metadata were read; empty where there are none
  Json metadata;    ///< of `.zgroup`, `.zarray` or `zarr.json`
  Json attributes;  ///< an object
  /// A key that the store lacks, so that the consolidated metadata count; empty if there is none.
  std::string missing_key = {};
  /// A group that has no metadata anywhere, but groups or arrays in it.
  bool is_implied = false;
};

struct Tree {
  filter::ZarrFormat format = filter::ZarrFormat::v2;
  std::vector<Node> nodes;  ///< a group before what is in it, by name within one; the first is the
                            ///< root
  /// Folders that are neither, though they hold what Zarr would call chunks or metadata.
  std::vector<std::string> lost = {};
};

/// How long metadata of one node may be, or consolidated ones.
inline constexpr std::uint64_t max_metadata_bytes = std::uint64_t{64} << 20U;

/// throws: Error(corrupt, unsupported, io).
Tree read_tree(KeyStore& store);

/// Adds to a store of version 2 the copy of all its metadata. throws: Error(unsupported) for
/// others.
void write_consolidated(KeyStore& store);

/// The value of a key as JSON; empty if there is none. throws: Error naming the key.
std::optional<Json> read_json(KeyStore& store, const std::string& key);
void write_json(KeyStore& store, const std::string& key, const Json& json);

}  // namespace ncf::store::zarr
