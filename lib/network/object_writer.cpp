// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_writer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/text/messages.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "network/bucket.hpp"
#include "network/transport.hpp"

namespace ncf::network {

struct SentObject {
  std::uint64_t size_bytes = 0;
  std::string etag = {};        ///< as the server stated it; empty without an answer
  bool is_pending = false;      ///< the answer may still come
  bool is_end_unknown = false;  ///< no answer came, so the server may still store it
};

/// Objects by their keys below a prefix.
using SentObjects = std::map<std::string, SentObject>;

namespace {

constexpr std::chrono::milliseconds between_stops{100};
/// Requests under way or waiting, for each connection: more would not be sent sooner, and the
/// bodies of shards need disk space until they are.
constexpr std::size_t pending_per_connection = 2;

std::string below(const std::string& prefix) { return prefix + '/'; }

struct Answer {
  std::string key;
  Method method = Method::get;  ///< of the request
  Response response;
};

/// Answers that wait for the thread that takes them. They may arrive after it has given up.
class Answers {
 public:
  void add(Answer answer) {
    const std::lock_guard lock(mutex_);
    answers_.push_back(std::move(answer));
    came_.notify_one();
  }

  /// Waits for an answer; returns empty if none arrives for a while.
  std::optional<Answer> take() {
    constexpr std::chrono::seconds patience{30};
    std::unique_lock lock(mutex_);
    if (!came_.wait_for(lock, patience, [&] { return !answers_.empty(); })) return std::nullopt;
    Answer answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<Answer> answers_;
};

bool is_gone(const Response& response) {
  try {
    if (!is_missing(response)) require_stored(response);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Asks for the mark of each object, and removes it directly afterwards if it is the writer's own.
class Sweep {
 public:
  Sweep(Transport& transport, const std::string& mark, const SentObjects& sent,
        const std::function<std::string(const std::string& key)>& url_of,
        const std::function<void()>& on_answer)
      : transport_(transport), mark_(mark), sent_(sent), url_of_(url_of), on_answer_(on_answer) {}

  /// Removes objects; returns how many are, or may be, still there.
  std::size_t run(const std::vector<std::string>& keys) {
    constexpr std::size_t max_pending = 256;
    std::size_t begun = 0;
    std::size_t left = keys.size();
    pending_ = 0;
    answers_ = std::make_shared<Answers>();
    for (;;) {
      for (; begun < keys.size() && pending_ < max_pending; ++begun) {
        start(keys[begun], request_mark(url_of_(keys[begun])));
      }
      if (pending_ == 0) return left;
      const auto answer = answers_->take();
      if (!answer) return left;
      --pending_;
      if (is_settled(*answer)) --left;
      on_answer_();
    }
  }

 private:
  void start(const std::string& key, Request request) {
    const Method method = request.method;
    transport_.start(std::move(request), [answers = answers_, key, method](Response response) {
      answers->add({key, method, std::move(response)});
    });
    ++pending_;
  }

  /// Returns whether the object is gone, or was stored by another writer.
  bool is_settled(const Answer& answer) {
    if (answer.method == Method::remove || is_missing(answer.response)) {
      return is_gone(answer.response);
    }
    if (!answer.response.is_range) return false;
    if (!is_own(answer.response, mark_, sent_.at(answer.key).etag)) return true;
    start(
        answer.key,
        {.url = url_of_(answer.key), .method = Method::remove, .max_body_bytes = max_answer_bytes});
    return false;
  }

  Transport& transport_;
  const std::string& mark_;
  const SentObjects& sent_;
  const std::function<std::string(const std::string& key)>& url_of_;
  const std::function<void()>& on_answer_;
  std::shared_ptr<Answers> answers_;
  std::size_t pending_ = 0;
};

}  // namespace

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

// An object whose request ended without an answer may be stored after it was found missing. Gives
// up if the server does not answer for a while.
std::size_t ObjectWriter::remove_all(const std::function<bool(const std::string&)>& is_first,
                                     const std::function<void()>& on_answer) noexcept {
  transport_->settle();
  const std::lock_guard lock(state_->mutex);
  const SentObjects& sent = state_->objects;
  if (sent.empty()) return 0;
  try {
    const auto transport = make_transport_(connections_, place_.signing);
    const std::function<std::string(const std::string&)> url = [this](const std::string& key) {
      return url_of(key);
    };
    std::vector<std::string> first;
    std::vector<std::string> others;
    std::vector<std::string> unknown;
    for (const auto& [key, object] : sent) {
      (is_first(key) ? first : others).push_back(key);
      if (object.is_end_unknown) unknown.push_back(key);
    }
    Sweep sweep(*transport, mark_, sent, url, on_answer);
    const std::size_t left = sweep.run(first) + sweep.run(others);
    if (left > 0 || unknown.empty()) return left;
    std::this_thread::sleep_for(longest_delay_);
    return sweep.run(unknown);
  } catch (const std::exception&) {
    return sent.size();
  }
}

}  // namespace ncf::network
