// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The objects in a bucket of S3.
// source: Amazon S3 API reference, ListObjectsV2
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "network/functions.hpp"

namespace ncf::network {

struct ListedObject {
  std::string key;
  std::optional<std::uint64_t> size_bytes;  ///< empty for a prefix that objects have in common
};

/// Calls `visit` with each object whose key begins with `prefix`. delimiter: objects whose keys
/// contain it after the prefix are visited together, as their common prefix; empty for none.
/// throws: Error.
void list_objects(Transport& transport, const std::string& bucket_url, const std::string& prefix,
                  const std::string& delimiter,
                  const std::function<void(const ListedObject&)>& visit);

/// One answer of the server: visits its objects, and returns the token for the next one; empty for
/// the last. throws: Error(corrupt) if it is not a listing.
std::string read_listing(std::string_view xml,
                         const std::function<void(const ListedObject&)>& visit);

}  // namespace ncf::network
