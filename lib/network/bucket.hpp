// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Objects in an S3 bucket: lists them, tells which writer stored one, and makes headers to store
// one.
// source: Amazon S3 API reference, ListObjectsV2, GetObject; Amazon S3 User Guide, "Working with
// object metadata"
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/byte_source.hpp"
#include "network/functions.hpp"

namespace ncf::network {

struct BucketPlace {
  std::string bucket_url;
  std::string prefix;  ///< of the keys, without a slash at the end
  std::optional<Signing> signing = {};
};

struct ListedObject {
  std::string key;
  std::optional<std::uint64_t> size_bytes;  ///< empty for a common prefix of several objects
  std::string etag = {};                    ///< as in the header ETag; empty if unknown
};

/// Which objects to list: all, or only the first, at least one if there is any.
enum class Wanted { all, first };

/// Calls `visit` with each object whose key begins with `prefix`. delimiter: objects whose keys
/// contain it after the prefix are visited once, as their common prefix; empty for none.
/// throws: Error; Error(corrupt) if the server sends another object or only a part of the listing.
void list_objects(Transport& transport, const std::string& bucket_url, const std::string& prefix,
                  const std::string& delimiter,
                  const std::function<void(const ListedObject&)>& visit,
                  Wanted wanted = Wanted::all);

/// Visits the objects in one answer of the server. Returns the token to request the next answer;
/// empty for the last one. throws: Error(corrupt) if it is not a listing, or is truncated.
std::string read_listing(std::string_view xml,
                         const std::function<void(const ListedObject&)>& visit);

/// throws: Error(io) if there is any object below the prefix.
void require_no_objects(Transport& transport, const BucketPlace& place);

/// Returns the header with the checksum. In a signed request it is part of the signature; otherwise
/// S3 checks it, too.
std::string checksum_header(const base::ByteSource& body, bool is_signed);

// ---- Marks of writers ----

// The key of an object does not tell which writer stored it: another one may have stored an object
// with the same key, before or after. So each writer has a random mark, sends it as metadata with
// its objects, and removes only objects that have it.

std::string make_mark();

/// Returns the header that sends a mark.
std::string mark_header(const std::string& mark);

/// Returns a request for an object whose answer has its mark.
Request request_mark(std::string url);

/// Returns whether a writer with this mark stored the object that the answer describes. From a
/// server that keeps no metadata, the ETag decides.
[[nodiscard]] bool is_own(const Response& answer, const std::string& mark, const std::string& etag);

}  // namespace ncf::network
