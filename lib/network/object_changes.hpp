// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Single objects in an S3 bucket: reads, creates, replaces and removes them. Unlike an
// ObjectWriter, it changes what exists, and undoes nothing.
//
// One thread. source: Amazon S3 API reference, GetObject, PutObject, DeleteObject
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "base/files/byte_source.hpp"
#include "network/bucket.hpp"
#include "network/functions.hpp"

namespace ncf::network {

struct ReadObject {
  std::string text;
  std::string validator;  ///< as in Response

  [[nodiscard]] bool operator==(const ReadObject&) const = default;
};

class ObjectChanges {
 public:
  /// place: of which only the bucket counts; keys are whole. throws: Error.
  ObjectChanges(const BucketPlace& place, std::size_t connections);
  ObjectChanges(const ObjectChanges&) = delete;
  ObjectChanges& operator=(const ObjectChanges&) = delete;
  ~ObjectChanges();

  /// Returns an object; empty if there is none. throws: Error; Error(interrupted).
  [[nodiscard]] std::optional<ReadObject> read(const std::string& key);

  /// Stores an object if the one with this key is still as it was read (`old`; empty: if there is
  /// none), and returns whether it did. A server that does not support this condition is asked
  /// first, so that another program may come between. throws: Error; Error(interrupted).
  [[nodiscard]] bool replace_if(const std::string& key, const std::optional<ReadObject>& old,
                                const std::string& text);

  /// Begins to store an object; many are under way at the same time. throws: Error, which may be of
  /// an earlier one; Error(interrupted).
  void replace(const std::string& key, std::shared_ptr<const base::ByteSource> body);
  void replace(const std::string& key, const std::string& text);
  /// Begins to remove an object, which need not exist. throws: as replace.
  void remove(const std::string& key);
  /// Waits until all of this is done. throws: Error naming the object that failed.
  void await_all();

  /// Removes an object at once, even after a request to stop. If that fails, it stays.
  void try_remove(const std::string& key) noexcept;

 private:
  struct Pending {
    std::string key;
    std::future<Response> answer;
  };

  [[nodiscard]] Request put_request(const std::string& key,
                                    std::shared_ptr<const base::ByteSource> body) const;
  void start(const std::string& key, Request request);
  void finish_first();

  BucketPlace place_;
  std::size_t connections_;
  std::unique_ptr<Transport> transport_;
  std::deque<Pending> pending_;
};

}  // namespace ncf::network
