// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An MPI run in one process: each rank is a thread, or only a number, and the test receives and
// sends its messages. Only one may exist at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mpi/communicator.hpp"

namespace ncf::test {

class FakeRanks {
 public:
  explicit FakeRanks(std::size_t count) : inboxes_(count), looks_(count) { current() = this; }
  FakeRanks(const FakeRanks&) = delete;
  FakeRanks& operator=(const FakeRanks&) = delete;
  ~FakeRanks() { current() = nullptr; }

  /// Returns the communicator of a rank. Call it on that rank's thread.
  static mpi::Communicator communicator_of(int rank) {
    static const mpi::Functions functions{
        [] {},
        [] { return own_rank(); },
        [] { return static_cast<int>(current()->size()); },
        [] {
          return mpi::Share{1, current()->size()};
        },
        [](int to, std::string text) { current()->send(own_rank(), to, std::move(text)); },
        [] { return current()->take(own_rank()); },
        [] {}};
    own_rank() = rank;
    return mpi::Communicator(functions);
  }

  void send(int from, int to, std::string text) {
    const std::lock_guard lock(mutex_);
    inboxes_.at(static_cast<std::size_t>(to)).push_back({from, std::move(text)});
  }

  /// Returns the next message to a rank, if any.
  std::optional<mpi::Message> take(int rank) {
    const std::lock_guard lock(mutex_);
    ++looks_[static_cast<std::size_t>(rank)];
    auto& inbox = inboxes_.at(static_cast<std::size_t>(rank));
    if (inbox.empty()) return std::nullopt;
    mpi::Message message = std::move(inbox.front());
    inbox.pop_front();
    return message;
  }

  /// Returns how often a rank has looked for messages.
  [[nodiscard]] std::size_t looks_of(int rank) {
    const std::lock_guard lock(mutex_);
    return looks_.at(static_cast<std::size_t>(rank));
  }

 private:
  static FakeRanks*& current() {
    static FakeRanks* ranks = nullptr;
    return ranks;
  }
  static int& own_rank() {
    thread_local int rank = 0;
    return rank;
  }
  [[nodiscard]] std::size_t size() const noexcept { return inboxes_.size(); }

  std::mutex mutex_;
  std::vector<std::deque<mpi::Message>> inboxes_;  ///< by rank; under mutex_
  std::vector<std::size_t> looks_;                 ///< under mutex_
};

}  // namespace ncf::test
