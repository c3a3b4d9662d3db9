// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_removal.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "ncf/error.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

using Keys = std::vector<std::string>;

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
  Sweep(const Removal& removal, const SentObjects& sent) : removal_(removal), sent_(sent) {}

  /// Removes objects; returns how many are, or may be, still there.
  std::size_t run(const Keys& keys) {
    constexpr std::size_t max_pending = 256;
    std::size_t begun = 0;
    std::size_t left = keys.size();
    pending_ = 0;
    answers_ = std::make_shared<Answers>();
    for (;;) {
      for (; begun < keys.size() && pending_ < max_pending; ++begun) {
        start(keys[begun], request_mark(removal_.url_of(keys[begun])));
      }
      if (pending_ == 0) return left;
      const auto answer = answers_->take();
      if (!answer) return left;
      --pending_;
      if (is_settled(*answer)) --left;
      removal_.on_answer();
    }
  }

 private:
  void start(const std::string& key, Request request) {
    const Method method = request.method;
    removal_.transport.start(std::move(request),
                             [answers = answers_, key, method](Response response) {
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
    if (!is_own(answer.response, removal_.mark, sent_.at(answer.key).etag)) return true;
    start(answer.key, {.url = removal_.url_of(answer.key),
                       .method = Method::remove,
                       .max_body_bytes = max_answer_bytes});
    return false;
  }

  const Removal& removal_;
  const SentObjects& sent_;
  std::shared_ptr<Answers> answers_;
  std::size_t pending_ = 0;
};

}  // namespace

std::string make_mark() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string mark_header(const std::string& mark) { return "x-amz-meta-ncf-writer: " + mark; }

Request request_mark(std::string url) {
  return {.url = std::move(url), .range = Range{0, 1}, .max_body_bytes = max_answer_bytes};
}

bool is_own(const Response& answer, const std::string& mark, const std::string& etag) {
  if (!answer.is_range) return false;
  return answer.mark.empty() ? !etag.empty() && etag == answer.validator : answer.mark == mark;
}

// An object whose request ended without an answer may be stored after it was found missing.
std::size_t remove_own(const Removal& removal, const SentObjects& sent) {
  Keys first;
  Keys others;
  Keys unknown;
  for (const auto& [key, object] : sent) {
    (removal.is_first(key) ? first : others).push_back(key);
    if (object.is_end_unknown) unknown.push_back(key);
  }
  Sweep sweep(removal, sent);
  const std::size_t left = sweep.run(first) + sweep.run(others);
  if (left > 0 || unknown.empty()) return left;
  std::this_thread::sleep_for(removal.longest_delay);
  return sweep.run(unknown);
}

}  // namespace ncf::network
