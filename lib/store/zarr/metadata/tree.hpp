// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The groups and arrays of a store with their metadata as JSON, for both Zarr formats.
//
// The store's own metadata take precedence. Consolidated metadata, a copy of all metadata under one
// key, replace what the store lacks: groups and arrays that only they name exist as well.
// source: Zarr v2 specification, "Groups"; Zarr v3 specification, "Groups"; zarr-python,
// "Consolidating metadata"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "ncf/error.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

struct Node {
  std::string path;  ///< "", "forecast", "forecast/t2m"
  bool is_array = false;
  std::string key;        ///< of the metadata; empty if there are none
  base::Json metadata;    ///< of `.zgroup`, `.zarray` or `zarr.json`
  base::Json attributes;  ///< an object
  /// The missing key that the consolidated metadata replace; empty if there is none.
  std::string missing_key = {};
  /// What differs in the consolidated metadata of an array: "shape"; empty if nothing does.
  std::string stale_part = {};
  /// A group without any metadata, but with groups or arrays in it.
  bool is_implied = false;
  /// An array of v2 that has its chunks in nested folders, although its metadata do not say so.
  bool has_unstated_folders = false;
};

/// A group or an array whose metadata are broken.
struct BrokenNode {
  std::string path;
  std::string reason;
};

struct Tree {
  filter::ZarrFormat format = filter::ZarrFormat::v2;
  std::vector<Node> nodes;  ///< the root first, each group before its contents, then by name
  std::vector<BrokenNode> broken = {};  ///< without their contents
  /// Folders that are neither groups nor arrays, although they contain files with the names of
  /// chunks or metadata.
  std::vector<std::string> lost = {};
  /// Groups and arrays in the folder of an array, which Zarr does not allow, without their
  /// contents.
  std::vector<std::string> within_arrays = {};
  /// Files in the folders of groups that are neither metadata of this format nor hidden.
  std::vector<std::string> others = {};
};

/// Limit for groups within groups.
inline constexpr std::size_t max_depth = 64;

/// Returns whether an error is about the metadata of one group or array, so that the others can be
/// read. Storage that fails concerns all of them.
bool concerns_one_node(const Error& error) noexcept;

/// throws: Error(corrupt, unsupported) if the root cannot be read; Error(io).
Tree read_tree(KeyStore& store);

}  // namespace ncf::store::zarr
