// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out which writer stored an object in S3, and removes the objects of one writer. The key
// does not tell: another writer may have stored an object with the same key, before or after. So
// each writer has a random mark, sends it as metadata with its objects, and removes only objects
// that have it.
//
// source: Amazon S3 API reference, DeleteObject, GetObject; Amazon S3 User Guide, "Working with
// object metadata"
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "network/functions.hpp"

namespace ncf::network {

struct SentObject {
  std::uint64_t size_bytes = 0;
  std::string etag = {};        ///< as the server stated it; empty without an answer
  bool is_pending = false;      ///< the answer may still come
  bool is_end_unknown = false;  ///< no answer came, so the server may still store it
};

/// Objects by their keys below a prefix.
using SentObjects = std::map<std::string, SentObject>;

std::string make_mark();

/// Returns the header that sends a mark.
std::string mark_header(const std::string& mark);

/// Returns a request for an object whose answer has its mark.
Request request_mark(std::string url);

/// Returns whether a writer with this mark stored the object that the answer describes. From a
/// server that keeps no metadata, the ETag decides.
[[nodiscard]] bool is_own(const Response& answer, const std::string& mark, const std::string& etag);

struct Removal {
  Transport& transport;
  std::string mark;
  std::function<std::string(const std::string& key)> url_of;
  std::function<bool(const std::string& key)> is_first;  ///< removed before all others
  std::function<void()> on_answer;                       ///< called while it makes progress
  /// After which the server no longer stores objects whose requests ended without an answer.
  std::chrono::milliseconds longest_delay;
};

/// Removes those of the objects that are the writer's own. No request to store one of them may be
/// under way (Transport::settle). Ignores requests to stop, and gives up
/// if the server does not answer for a while. Returns how many are, or may be, still there.
std::size_t remove_own(const Removal& removal, const SentObjects& sent);

}  // namespace ncf::network
