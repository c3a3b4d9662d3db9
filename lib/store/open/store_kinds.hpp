// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of Zarr stores on this machine, as inputs and as outputs.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/byte_source.hpp"
#include "location/contents.hpp"
#include "store/open/input.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store {

/// A kind of Zarr stores on this machine: how an output's name asks for one, how one is found in
/// what an input contains, and how one is made. No other code tells them apart, but
/// lib/location/contents.cpp, which recognizes them by their first bytes.
struct StoreKind {
  location::Contents::Kind contents;  ///< what it is recognized as
  std::string_view mode;              ///< in URLs of outputs; empty if stores are only read
  std::string_view suffix;            ///< of names of outputs
  /// Finds the store that an input's path leads to, or in bytes, and sets `Input::open_keys`.
  /// Returns the names at its root; empty if there is none. throws: Error(corrupt, io).
  std::optional<std::vector<std::string>> (*find)(Input& input,
                                                  std::unique_ptr<base::ByteSource> bytes);
  /// Makes an empty store; null if stores are only read. folder: of the store in the file; empty
  /// for the root, and for folders. throws: Error(io).
  std::unique_ptr<zarr::KeyStore> (*make)(const std::filesystem::path& path,
                                          const std::string& folder) = nullptr;
};

[[nodiscard]] std::span<const StoreKind> store_kinds() noexcept;

/// Returns the row of contents, or null.
[[nodiscard]] const StoreKind* find_store_kind(location::Contents::Kind contents) noexcept;

/// Looks for a store in contents that may have one, and opens it. Returns the contents with its
/// signature. bytes: null for what `input.path` leads to. throws: Error(corrupt, io).
[[nodiscard]] location::Contents look_inside(const location::Contents& contents, Input& input,
                                             std::unique_ptr<base::ByteSource> bytes = nullptr);

}  // namespace ncf::store
