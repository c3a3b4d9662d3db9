// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include "base/at_place.hpp"
#include "base/base64.hpp"
#include "base/sha256.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "network/object_listing.hpp"
#include "network/transport.hpp"
#include "network/url_text.hpp"

namespace ncf::network {
namespace {

constexpr std::uint64_t max_answer_bytes = 4096;
constexpr std::chrono::milliseconds between_stops{100};
/// Requests under way or waiting: enough for any number of connections.
constexpr std::size_t max_pending = 1024;

std::string below(const std::string& prefix) { return prefix + '/'; }

/// For a signed request, the checksum is part of the signature; for another, S3 checks it too.
std::string checksum_header(const base::ByteSource& body, bool is_signed) {
  const std::string digest = base::sha256_digest(body);
  return is_signed ? "x-amz-content-sha256: " + base::format_hexadecimal(digest)
                   : "x-amz-checksum-sha256: " + base::format_base64(digest);
}

}  // namespace

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
  struct Object {
    std::uint64_t size_bytes = 0;
    std::string etag;
    bool is_pending = false;

    [[nodiscard]] bool equals(const ListedObject& told) const {
      const bool may_be_etag = etag.empty() || told.etag.empty() || etag == told.etag;
      return told.size_bytes == size_bytes && may_be_etag;
    }
  };

  /// Waits for what `is_met` says. throws: Error, also if any object could not be stored.
  template <class IsMet>
  void await(std::unique_lock<std::mutex>& lock, IsMet is_met) {
    while (!failure &&
           !changed.wait_for(lock, between_stops, [&] { return failure || is_met(); })) {
      base::throw_if_stopped();
    }
    if (failure) throw *failure;
  }

  void take(const std::string& key, const Response& response, std::uint64_t held_bytes) {
    const std::lock_guard lock(mutex);
    Object& object = objects.at(key);
    object.is_pending = false;
    object.etag = response.validator;
    pending_bytes -= held_bytes;
    --pending;
    try {
      base::at_place(key, [&] { require_stored(response); });
    } catch (const Error& error) {
      if (!failure) failure = error;
    }
    changed.notify_all();
  }

  std::mutex mutex;
  std::condition_variable changed;
  // Under the mutex:
  std::map<std::string, Object> objects;  ///< all that were sent, by their keys
  std::uint64_t pending_bytes = 0;
  std::size_t pending = 0;
  std::optional<Error> failure;  ///< the first one
};

ObjectWriter::ObjectWriter(BucketPlace place, std::size_t connections, std::uint64_t max_bytes)
    : place_(std::move(place)),
      connections_(connections),
      max_bytes_(max_bytes),
      state_(std::make_shared<State>()),
      transport_(make_transport(connections, place_.signing)) {}

ObjectWriter::~ObjectWriter() = default;

std::string ObjectWriter::url_of(const std::string& key) const {
  return place_.bucket_url + '/' + encode_key(below(place_.prefix) + key);
}

// Two requests for one object could overtake each other.
void ObjectWriter::put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
                       std::uint64_t held_bytes) {
  Request request{.url = url_of(key), .method = Method::put, .max_body_bytes = max_answer_bytes};
  request.headers.push_back(checksum_header(*body, place_.signing.has_value()));
  {
    std::unique_lock lock(state_->mutex);
    State::Object& object = state_->objects[key];
    state_->await(lock, [&] {
      const bool has_room =
          state_->pending == 0 || state_->pending_bytes + held_bytes <= max_bytes_;
      return !object.is_pending && has_room && state_->pending < max_pending;
    });
    object = {body->size_bytes(), "", true};
    state_->pending_bytes += held_bytes;
    ++state_->pending;
  }
  request.body = std::move(body);
  transport_->start(std::move(request),
                    [state = state_, key, held_bytes](const Response& response) {
                      state->take(key, response, held_bytes);
                    });
}

void ObjectWriter::await(const std::string& key) {
  std::unique_lock lock(state_->mutex);
  state_->await(lock, [&] { return !state_->objects[key].is_pending; });
}

void ObjectWriter::await_all() {
  std::unique_lock lock(state_->mutex);
  state_->await(lock, [&] { return state_->pending == 0; });
}

std::vector<std::byte> ObjectWriter::get(const std::string& key, std::uint64_t max_bytes) {
  await(key);
  return base::at_place(key, [&] {
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
    if (object != state_->objects.end() && object->second.equals(told)) {
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
  throw Error(ErrorCode::io, fmt::format("the server accepted {} objects but lists {}",
                                         state_->objects.size(), listed));
}

// ---- Removing -----------------------------------------------------------------------------------

namespace {

/// Sends a request for each key and counts the answers. Gives up if there are none for a while.
class Removal {
 public:
  explicit Removal(const std::function<void()>& on_removed) : on_removed_(on_removed) {}

  /// Returns how many were not removed.
  std::size_t run(Transport& transport, const std::vector<std::string>& urls) {
    constexpr std::chrono::seconds patience{30};
    for (const std::string& url : urls) {
      transport.start({.url = url, .method = Method::remove, .max_body_bytes = max_answer_bytes},
                      [answers = answers_](const Response& response) { answers->take(response); });
    }
    std::unique_lock lock(answers_->mutex);
    for (std::size_t seen = 0; seen < urls.size(); ++seen) {
      if (!answers_->came.wait_for(lock, patience, [&] { return answers_->count > seen; })) break;
      on_removed_();
    }
    return urls.size() - answers_->removed;
  }

 private:
  /// Answers may come after this object is gone.
  struct Answers {
    void take(const Response& response) {
      const std::lock_guard lock(mutex);
      ++count;
      try {
        if (!is_missing(response)) require_stored(response);
        ++removed;
      } catch (const Error&) {
        // counted as not removed
      }
      came.notify_all();
    }

    std::mutex mutex;
    std::condition_variable came;
    std::size_t count = 0;
    std::size_t removed = 0;
  };

  const std::function<void()>& on_removed_;
  std::shared_ptr<Answers> answers_ = std::make_shared<Answers>();
};

}  // namespace

std::size_t ObjectWriter::remove(const std::vector<std::string>& keys,
                                 const std::function<void()>& on_removed) noexcept {
  std::size_t sent = keys.size();
  try {
    transport_.reset();
    std::vector<std::string> urls;
    std::vector<std::string> cut;  // which the server may have all the same, and store late
    {
      const std::lock_guard lock(state_->mutex);
      for (const std::string& key : keys) {
        const auto object = state_->objects.find(key);
        if (object == state_->objects.end()) continue;
        urls.push_back(url_of(key));
        if (object->second.is_pending) cut.push_back(urls.back());
      }
    }
    sent = urls.size();
    if (urls.empty()) return 0;
    const auto transport = make_transport(connections_, place_.signing);
    const std::size_t left = Removal(on_removed).run(*transport, urls);
    if (left > 0 || cut.empty()) return left;
    return Removal(on_removed).run(*transport, cut);
  } catch (const std::exception&) {
    return sent;
  }
}

}  // namespace ncf::network
