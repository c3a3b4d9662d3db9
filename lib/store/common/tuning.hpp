// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a dataset is opened, created and buffered; does not affect its contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ncf::store {

/// How to read from servers.
struct Network {
  std::size_t connections = 16;                          ///< requests at the same time
  std::uint64_t cache_bytes = std::uint64_t{64} << 20U;  ///< memory for data read ahead
};

struct StoreKind;

/// A new Zarr store in a file of some kind, for example a zip file.
struct StoreFile {
  const StoreKind* kind = nullptr;
  std::string folder;  ///< of the store in the file; empty for the root
};

struct Tuning {
  /// Keep the whole file in memory: read it when opening, or write it to disk when closing.
  bool in_memory = false;
  /// Size and slots of every variable's chunk cache; if empty, chosen for the access pattern.
  std::optional<std::uint64_t> cache_bytes = {};
  std::optional<std::uint64_t> cache_slots = {};
  std::size_t connections = 16;  ///< requests to a server at the same time
  /// Whether to read other files that an HDF5 file names (external values and external links), and
  /// files outside their folder or on servers that references name.
  bool follow_external = false;
  /// Whether NCZarr gets consolidated metadata; plain Zarr always has them.
  bool is_consolidated = false;
  /// The file of a new Zarr store. Without a value, the store is a folder on disk.
  std::optional<StoreFile> file = {};
};

}  // namespace ncf::store
