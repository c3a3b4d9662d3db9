// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists the objects in an S3 bucket.
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
  std::optional<std::uint64_t> size_bytes;  ///< empty for a common prefix of several objects
  std::string etag = {};                    ///< as in the header ETag; empty if unknown
};

/// Calls `visit` with each object whose key begins with `prefix`. delimiter: objects whose keys
/// contain it after the prefix are visited once, as their common prefix; empty for none.
/// Lists only the first objects, at least one if there is any, with `Extent::first`.
/// throws: Error; Error(corrupt) if the server sends another object or only a part of the listing.
enum class Extent { all, first };
void list_objects(Transport& transport, const std::string& bucket_url, const std::string& prefix,
                  const std::string& delimiter,
                  const std::function<void(const ListedObject&)>& visit,
                  Extent extent = Extent::all);

/// Visits the objects in one answer of the server. Returns the token to request the next answer;
/// empty for the last one. throws: Error(corrupt) if it is not a listing, or is truncated.
std::string read_listing(std::string_view xml,
                         const std::function<void(const ListedObject&)>& visit);

}  // namespace ncf::network
