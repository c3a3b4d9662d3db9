// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_writer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/sha256.hpp"
#include "base/text/base64.hpp"
#include "base/text/messages.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "network/object_listing.hpp"
#include "network/object_removal.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

constexpr std::chrono::milliseconds between_stops{100};
/// Requests under way or waiting, for each connection: more would not be sent sooner, and the
/// bodies of shards need disk space until they are.
constexpr std::size_t pending_per_connection = 2;

std::string below(const std::string& prefix) { return prefix + '/'; }

}  // namespace

std::string checksum_header(const base::ByteSource& body, bool is_signed) {
  const std::string digest = base::sha256_digest(body);
  return is_signed ? "x-amz-content-sha256: " + base::format_hexadecimal(digest)
                   : "x-amz-checksum-sha256: " + base::format_base64(digest);
}

bool is_condition_unknown(const Response& response) {
  constexpr long bad_request = 400;
  constexpr long not_implemented = 501;
  if (!response.failure.empty()) return false;
  if (response.status == not_implemented) return true;
  const std::string code = response.s3_error_code();
  return response.status == bad_request &&
         (code == "NotImplemented" || code == "InvalidArgument" || code == "InvalidRequest");
}

void require_no_objects(Transport& transport, const BucketPlace& place) {
  std::string found;
  list_objects(
      transport, place.bucket_url, below(place.prefix), "",
      [&](const ListedObject& object) { found = object.key; }, Extent::first);
  if (found.empty()) return;
  throw Error(ErrorCode::io,
              fmt::format("there are objects already, for example {}; on S3, a store cannot be "
                          "replaced as a whole: remove it first (aws s3 rm --recursive), or name "
                          "another place",
                          found));
}

// ---- Storing ------------------------------------------------------------------------------------

struct ObjectWriter::State {
  /// Waits until `is_met` is true. throws: Error, also if any object could not be stored.
  template <class IsMet>
  void await(std::unique_lock<std::mutex>& lock, IsMet is_met) {
    while (!failure &&
           !changed.wait_for(lock, between_stops, [&] { return failure || is_met(); })) {
      base::throw_if_stopped();
    }
    if (failure) throw *failure;
  }

  [[nodiscard]] bool is_pending(const std::string& key) const {
    const auto object = objects.find(key);
    return object != objects.end() && object->second.is_pending;
  }

  std::mutex mutex;
  std::condition_variable changed;
  // Under the mutex:
  SentObjects objects;
  std::uint64_t pending_bytes = 0;
  std::size_t pending = 0;
  bool has_conditions = true;    ///< the server supports them, as far as is known
  std::optional<Error> failure;  ///< the first one
};

/// An object that is being sent. Its transport exists as long as answers can arrive.
struct ObjectWriter::Put : std::enable_shared_from_this<Put> {
  Put(std::shared_ptr<State> its_state, Transport& its_transport)
      : state(std::move(its_state)), transport(its_transport) {}

  void send(bool with_condition) {
    Request sent = request;
    if (with_condition) sent.headers.push_back(condition);
    transport.start(std::move(sent),
                    [put = shared_from_this(), with_condition](const Response& response) {
                      put->take(response, with_condition);
                    });
  }

  // A condition is also not met if the server has stored the object, but its answer was lost.
  void take(const Response& response, bool with_condition) {
    is_end_unknown = is_end_unknown || response.is_end_unknown;
    if (with_condition && is_condition_unknown(response)) {
      {
        const std::lock_guard lock(state->mutex);
        state->has_conditions = false;
      }
      return send(false);
    }
    if (!with_condition || !response.failure.empty() || response.status != precondition_failed) {
      return finish(response.validator, [&] { require_stored(response); });
    }
    transport.start(request_mark(request.url),
                    [put = shared_from_this()](const Response& there) { put->take_mark(there); });
  }

  void take_mark(const Response& there) {
    const bool was_stored = is_own(there, mark, "");
    finish(there.validator, [&] {
      if (was_stored) return;
      if (!there.failure.empty()) require_success(there);
      throw Error(ErrorCode::io,
                  "another program stored this object: it writes to the same output");
    });
  }

  template <class Check>
  void finish(const std::string& etag, Check check) {
    const std::lock_guard lock(state->mutex);
    SentObject& object = state->objects.at(key);
    object.is_pending = false;
    object.is_end_unknown = object.is_end_unknown || is_end_unknown;
    try {
      base::with_context(key, check);
      object.etag = etag;
    } catch (const Error& error) {
      if (!state->failure) state->failure = error;
    }
    state->pending_bytes -= held_bytes;
    --state->pending;
    state->changed.notify_all();
  }

  std::shared_ptr<State> state;
  Transport& transport;
  std::string key;
  std::string mark;
  Request request;  ///< without the condition
  std::string condition;
  std::uint64_t held_bytes = 0;
  bool is_end_unknown = false;
};

ObjectWriter::ObjectWriter(BucketPlace place, std::size_t connections, std::uint64_t max_bytes,
                           MakeTransport make, std::chrono::milliseconds longest_delay)
    : place_(std::move(place)),
      connections_(connections),
      max_bytes_(max_bytes),
      make_transport_(std::move(make)),
      longest_delay_(longest_delay),
      mark_(make_mark()),
      state_(std::make_shared<State>()),
      transport_(make_transport_(connections, place_.signing)) {}

ObjectWriter::~ObjectWriter() = default;

std::string ObjectWriter::url_of(const std::string& key) const {
  return place_.bucket_url + '/' + encode_key(below(place_.prefix) + key);
}

// Two requests for one object could overtake each other.
void ObjectWriter::put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
                       std::uint64_t held_bytes) {
  const auto put = std::make_shared<Put>(state_, *transport_);
  put->key = key;
  put->mark = mark_;
  put->held_bytes = held_bytes;
  put->request = {.url = url_of(key), .method = Method::put, .max_body_bytes = max_answer_bytes};
  put->request.headers = {checksum_header(*body, place_.signing.has_value()), mark_header(mark_)};
  bool with_condition = true;
  {
    std::unique_lock lock(state_->mutex);
    state_->await(lock, [&] {
      const bool has_room =
          state_->pending == 0 || state_->pending_bytes + held_bytes <= max_bytes_;
      return !state_->is_pending(key) && has_room &&
             state_->pending < pending_per_connection * connections_;
    });
    SentObject& object = state_->objects[key];
    put->condition = object.etag.empty() ? "If-None-Match: *" : "If-Match: " + object.etag;
    object = {body->size_bytes(), "", true, object.is_end_unknown};
    state_->pending_bytes += held_bytes;
    ++state_->pending;
    with_condition = state_->has_conditions;
  }
  put->request.body = std::move(body);
  put->send(with_condition);
}

void ObjectWriter::await(const std::string& key) {
  std::unique_lock lock(state_->mutex);
  state_->await(lock, [&] { return !state_->is_pending(key); });
}

void ObjectWriter::await_all() {
  std::unique_lock lock(state_->mutex);
  state_->await(lock, [&] { return state_->pending == 0; });
}

std::optional<std::uint64_t> ObjectWriter::size_bytes(const std::string& key) {
  const std::lock_guard lock(state_->mutex);
  const auto object = state_->objects.find(key);
  return object == state_->objects.end() ? std::nullopt : std::optional(object->second.size_bytes);
}

std::uint64_t ObjectWriter::total_bytes() {
  const std::lock_guard lock(state_->mutex);
  std::uint64_t total = 0;
  for (const auto& [key, object] : state_->objects) total += object.size_bytes;
  return total;
}

std::optional<std::string> ObjectWriter::find_key(const std::string& from) {
  const std::lock_guard lock(state_->mutex);
  const auto object = state_->objects.lower_bound(from);
  return object == state_->objects.end() ? std::nullopt : std::optional(object->first);
}

std::vector<std::byte> ObjectWriter::get(const std::string& key, std::uint64_t max_bytes) {
  await(key);
  return base::with_context(key, [&] {
    Response response =
        network::get(*transport_, {.url = url_of(key), .max_body_bytes = max_bytes});
    require_success(response);
    return std::move(response.body);
  });
}

void ObjectWriter::check_listing() {
  await_all();
  const std::string prefix = below(place_.prefix);
  const std::lock_guard lock(state_->mutex);
  std::size_t listed = 0;
  std::string other;
  list_objects(*transport_, place_.bucket_url, prefix, "", [&](const ListedObject& told) {
    const auto object = state_->objects.find(told.key.substr(prefix.size()));
    if (object != state_->objects.end() && object->second.size_bytes == told.size_bytes &&
        (object->second.etag.empty() || told.etag.empty() || object->second.etag == told.etag)) {
      ++listed;
    } else {
      other = told.key;
    }
  });
  if (!other.empty()) {
    throw Error(ErrorCode::io,
                fmt::format("the server lists {}, which was not stored here, or with another size "
                            "or ETag: something else writes to the same place",
                            other));
  }
  if (listed == state_->objects.size()) return;
  throw Error(ErrorCode::io,
              fmt::format("the server accepted {} but lists {}",
                          base::format_count(state_->objects.size(), "object"), listed));
}

// ---- Removing -----------------------------------------------------------------------------------

std::size_t ObjectWriter::remove_all(const std::function<bool(const std::string&)>& is_first,
                                     const std::function<void()>& on_answer) noexcept {
  transport_->settle();
  const std::lock_guard lock(state_->mutex);
  const SentObjects& sent = state_->objects;
  if (sent.empty()) return 0;
  try {
    const auto transport = make_transport_(connections_, place_.signing);
    const auto url = [this](const std::string& key) { return url_of(key); };
    return remove_own({*transport, mark_, url, is_first, on_answer, longest_delay_}, sent);
  } catch (const std::exception&) {
    return sent.size();
  }
}

}  // namespace ncf::network
