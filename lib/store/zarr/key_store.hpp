// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What Zarr calls a store: values under keys such as "forecast/t2m/0.1.3". A folder on the disk, or
// memory. A key is checked before it is used, so that none leaves the store, whatever metadata say.
//
// Any thread, but of one key only one while it is written.
// source: Zarr v2 specification, "Storage"; Zarr v3 specification, "Stores"
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::store::zarr {

/// What lies directly under a key.
struct Entry {
  std::string name;
  bool is_folder = false;
};

class KeyStore {
 public:
  KeyStore() = default;
  KeyStore(const KeyStore&) = delete;
  KeyStore& operator=(const KeyStore&) = delete;
  virtual ~KeyStore() = default;

  /// The value of a key; empty if there is none.
  /// throws: Error(corrupt) where it is longer than `max_bytes` or the key leaves the store;
  /// Error(io).
  virtual std::optional<std::vector<std::byte>> read(const std::string& key,
                                                     std::uint64_t max_bytes) = 0;

  /// A part of a value; empty if there is none. Whole: shorter is an error, Error(corrupt).
  virtual std::optional<std::vector<std::byte>> read_part(const std::string& key,
                                                          std::uint64_t offset,
                                                          std::size_t bytes) = 0;

  /// Empty if there is none.
  virtual std::optional<std::uint64_t> size_bytes(const std::string& key) = 0;

  /// Replaces the value. throws: Error.
  virtual void write(const std::string& key, std::span<const std::byte> value) = 0;

  /// Sorted by name. A folder that is not there is empty. What is neither a value nor a folder is
  /// passed over. A link is listed as what it leads to, and an error where it is used.
  virtual std::vector<Entry> list(const std::string& folder) = 0;

  /// That the store is still where it was opened. throws: Error(io) where others removed it, or put
  /// another in its place.
  virtual void require_in_place() = 0;
};

/// An existing folder. throws: Error(io).
std::unique_ptr<KeyStore> open_folder(const std::string& path);

/// An empty folder, made if it is not there. throws: Error(io), also if something is in it.
std::unique_ptr<KeyStore> make_folder(const std::string& path);

std::unique_ptr<KeyStore> make_memory_store();

/// The parts of a key between slashes. throws: Error(corrupt) where a part is empty, "." or "..",
/// holds a NUL or is longer than a file name can be.
std::vector<std::string> split_key(std::string_view key);

/// "a" and "b" -> "a/b"; an empty folder is the root.
std::string join_key(std::string_view folder, std::string_view name);

}  // namespace ncf::store::zarr
