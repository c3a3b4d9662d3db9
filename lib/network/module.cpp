// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "base/threads/stop.hpp"
#include "network/exchange.hpp"
#include "network/functions.hpp"

namespace ncf::network {
namespace {

using Clock = std::chrono::steady_clock;

/// One thread transfers all bytes; the threads that request them only wait.
class CurlTransport final : public Transport {
 public:
  explicit CurlTransport(const Settings& settings)
      : connections_(settings.connections), session_(settings), multi_(curl_multi_init()) {
    if (multi_ == nullptr) throw std::bad_alloc();
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(settings.connections));
    const base::ScopedSignalBlock block;
    thread_ = std::thread([this] { run(); });
  }
  ~CurlTransport() override {
    is_ending_ = true;
    curl_multi_wakeup(multi_);
    thread_.join();
    for (const auto& exchange : running_) curl_multi_remove_handle(multi_, exchange->handle());
    running_.clear();
    curl_multi_cleanup(multi_);
  }

  void start(Request request, OnDone on_done) override {
    auto exchange = std::make_unique<Exchange>(std::move(request), std::move(on_done), session_);
    bool may_begin = false;
    {
      const std::lock_guard lock(mutex_);
      if (exchange->request().is_urgent) {
        waiting_.push_front(std::move(exchange));
      } else {
        waiting_.push_back(std::move(exchange));
      }
      may_begin = begun_ < connections_;
    }
    if (may_begin) curl_multi_wakeup(multi_);  // otherwise when another ends
  }

  void settle() override {
    std::unique_lock lock(mutex_);
    is_settling_ = true;
    curl_multi_wakeup(multi_);
    settled_.wait(lock, [this] { return is_settled_; });
  }

 private:
  void run() {
    while (!is_ending_) {
      if (is_settling_) abandon_unsent();
      start_waiting();
      int running = 0;
      curl_multi_perform(multi_, &running);
      if (end_finished()) continue;
      constexpr int most_milliseconds = 100;  // so that retries start in time
      curl_multi_poll(multi_, nullptr, 0, most_milliseconds, nullptr);
    }
  }

  void abandon_unsent() {
    running_.remove_if([&](const std::unique_ptr<Exchange>& exchange) {
      if (exchange->may_take_effect()) return false;
      curl_multi_remove_handle(multi_, exchange->handle());
      exchange->abandon();
      return true;
    });
    std::deque<std::unique_ptr<Exchange>> waiting;
    {
      const std::lock_guard lock(mutex_);
      waiting.swap(waiting_);
    }
    for (const auto& exchange : waiting) exchange->abandon();
    const std::lock_guard lock(mutex_);
    is_settled_ = running_.empty() && waiting_.empty();
    settled_.notify_all();
  }

  void start_waiting() {
    while (auto exchange = take_waiting()) {
      const CURLcode prepared = exchange->prepare();
      if (prepared != CURLE_OK) {
        exchange->end(prepared);
      } else if (curl_multi_add_handle(multi_, exchange->handle()) != CURLM_OK) {
        exchange->end(CURLE_OUT_OF_MEMORY);
      } else {
        running_.push_back(std::move(exchange));
      }
    }
  }

  /// Takes a waiting request; returns null if none may start now.
  std::unique_ptr<Exchange> take_waiting() {
    const std::lock_guard lock(mutex_);
    begun_ = running_.size();
    if (begun_ >= connections_) return nullptr;
    const auto now = Clock::now();
    const auto next = std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& exchange) {
      return exchange->not_before() <= now;
    });
    if (next == waiting_.end()) return nullptr;
    auto exchange = std::move(*next);
    waiting_.erase(next);
    ++begun_;
    return exchange;
  }

  bool end_finished() {
    bool has_ended = false;
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode result = message->data.result;
      auto exchange = take_running(message->easy_handle);
      curl_multi_remove_handle(multi_, exchange->handle());
      has_ended = true;
      if (exchange->end(result)) continue;
      const std::lock_guard lock(mutex_);
      waiting_.push_front(std::move(exchange));
    }
    return has_ended;
  }

  std::unique_ptr<Exchange> take_running(CURL* handle) {
    auto found = running_.begin();
    while ((*found)->handle() != handle) ++found;
    auto exchange = std::move(*found);
    running_.erase(found);
    return exchange;
  }

  std::size_t connections_;
  Session session_;  ///< used only by the thread, like the members below
  CURLM* multi_;
  std::list<std::unique_ptr<Exchange>> running_;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Exchange>> waiting_;  ///< under mutex_
  std::size_t begun_ = 0;    ///< under mutex_: at least the number that are not waiting
  bool is_settled_ = false;  ///< under mutex_
  std::atomic<bool> is_ending_ = false;
  std::atomic<bool> is_settling_ = false;
  std::condition_variable settled_;
  std::thread thread_;
};

std::unique_ptr<Transport> make_transport(const Settings& settings) {
  static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(initialized);
  return std::make_unique<CurlTransport>(settings);
}

std::string describe() {
  return std::string("libcurl ") + curl_version_info(CURLVERSION_NOW)->version + " (built for " +
         LIBCURL_VERSION + ")";
}

}  // namespace
}  // namespace ncf::network

const ncf::network::Functions ncf_network_functions{ncf::network::make_transport,
                                                    ncf::network::describe};
