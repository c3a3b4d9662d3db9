// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// New objects below a prefix in an S3 bucket: stores them, many at the same time, and removes them
// again if not all of them could be stored. The server checks the SHA-256 of each object, and at
// the end its listing must have the same objects with the same sizes and ETags as its answers.
//
// Any thread.
// source: Amazon S3 API reference, PutObject, DeleteObject, ListObjectsV2
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "network/functions.hpp"

namespace ncf::network {

struct BucketPlace {
  std::string bucket_url;
  std::string prefix;  ///< of the keys, without a slash at the end
  std::optional<Signing> signing = {};
};

/// throws: Error(io) if there is any object below the prefix.
void require_no_objects(Transport& transport, const BucketPlace& place);

class ObjectWriter {
 public:
  /// max_bytes: memory for objects that are not stored yet.
  ObjectWriter(BucketPlace place, std::size_t connections, std::uint64_t max_bytes);
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  /// Drops what is not stored yet, and removes nothing.
  ~ObjectWriter();

  [[nodiscard]] const BucketPlace& place() const noexcept { return place_; }
  [[nodiscard]] const std::shared_ptr<Transport>& transport() const noexcept { return transport_; }

  /// Begins to store an object, or to replace one that was stored here; waits while there is no
  /// memory for it. key: below the prefix. held_bytes: memory that the body needs.
  /// throws: Error naming the object that failed, which may be an earlier one; Error(interrupted).
  void put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
           std::uint64_t held_bytes);

  /// Waits until an object is stored, or all of them. throws: as put.
  void await(const std::string& key);
  void await_all();

  /// Reads an object that was stored. throws: Error; Error(interrupted).
  [[nodiscard]] std::vector<std::byte> get(const std::string& key, std::uint64_t max_bytes);

  /// throws: Error(io) if the server does not list exactly the objects that were stored here.
  void check_listing();

  /// Cuts requests that are under way, and removes these objects as far as they were sent. Ignores
  /// requests to stop. Afterwards nothing can be stored. on_removed: called after each. Returns how
  /// many are still there, as far as the server says. throws: nothing that says more than that
  /// number.
  std::size_t remove(const std::vector<std::string>& keys,
                     const std::function<void()>& on_removed) noexcept;

 private:
  struct State;

  [[nodiscard]] std::string url_of(const std::string& key) const;

  BucketPlace place_;
  std::size_t connections_;
  std::uint64_t max_bytes_;
  std::shared_ptr<State> state_;
  std::shared_ptr<Transport> transport_;
};

}  // namespace ncf::network
