// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// New objects below a prefix in an S3 bucket: stores them, many at the same time, and removes them
// again if not all of them could be stored. The server checks the SHA-256 of each object, and at
// the end its listing must have the same objects with the same sizes and ETags as its answers.
//
// Two writers at one place do not harm each other: an object is stored only if no object has its
// key yet (If-None-Match), and only what was stored here is removed. Servers that do not support
// such conditions get requests without them; there, only the second rule holds.
//
// Any thread.
// source: Amazon S3 API reference, PutObject, ListObjectsV2; Amazon S3 User Guide, "Conditional
// writes"
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "network/bucket.hpp"
#include "network/functions.hpp"
#include "network/transport.hpp"

namespace ncf::network {

/// Servers store an object within milliseconds after its last byte, or not at all.
inline constexpr std::chrono::seconds longest_storing_delay{5};

class ObjectWriter {
 public:
  /// max_bytes: memory for objects that are not stored yet. longest_delay: after which the server
  /// no longer stores objects whose requests ended without an answer.
  ObjectWriter(BucketPlace place, std::size_t connections, std::uint64_t max_bytes,
               MakeTransport make = make_transport,
               std::chrono::milliseconds longest_delay = longest_storing_delay);
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  /// Drops objects that are not stored yet. Does not remove any.
  ~ObjectWriter();

  [[nodiscard]] const BucketPlace& place() const noexcept { return place_; }
  [[nodiscard]] const std::shared_ptr<Transport>& transport() const noexcept { return transport_; }

  /// Begins to store an object, or to replace one that was stored here; waits while there is no
  /// memory for it, or while two requests per connection are under way or waiting. key: below the
  /// prefix. held_bytes: memory that the body needs. throws: Error naming the object that failed,
  /// which may be an earlier one; Error(interrupted).
  void put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
           std::uint64_t held_bytes);

  /// Waits until an object is stored, or all of them. throws: as put.
  void await(const std::string& key);
  void await_all();

  /// Returns the size of an object; empty if it was not sent.
  [[nodiscard]] std::optional<std::uint64_t> size_bytes(const std::string& key);
  /// Returns the size of all objects that were sent.
  [[nodiscard]] std::uint64_t total_bytes();
  /// Returns the first key of those sent that is not less than `from`; empty after the last.
  [[nodiscard]] std::optional<std::string> find_key(const std::string& from);

  /// Reads an object that was stored. throws: Error; Error(interrupted).
  [[nodiscard]] std::vector<std::byte> get(const std::string& key, std::uint64_t max_bytes);

  /// throws: Error(io) if the server does not list exactly the objects that were stored here.
  void check_listing();

  /// Waits until nothing more can be stored, and removes what was stored here. Ignores requests to
  /// stop. is_first: keys to remove before all others. on_answer: called while it makes progress.
  /// Returns how many are, or may be, still there.
  std::size_t remove_all(const std::function<bool(const std::string& key)>& is_first,
                         const std::function<void()>& on_answer) noexcept;

 private:
  struct State;
  struct Put;

  [[nodiscard]] std::string url_of(const std::string& key) const;

  BucketPlace place_;
  std::size_t connections_;
  std::uint64_t max_bytes_;
  MakeTransport make_transport_;
  std::chrono::milliseconds longest_delay_;
  std::string mark_;
  std::shared_ptr<State> state_;
  std::shared_ptr<Transport> transport_;
};

}  // namespace ncf::network
