// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

namespace ncf::ops {

/// A queue of work that jobs do, the oldest first. `Work` has a member `is_done`, the future of its
/// job. The destructor waits for the jobs, because they use their work. One thread.
template <class Work>
class WorkInOrder {
 public:
  WorkInOrder() = default;
  WorkInOrder(const WorkInOrder&) = delete;
  WorkInOrder& operator=(const WorkInOrder&) = delete;
  ~WorkInOrder() {
    for (const auto& one : works_) {
      if (one->is_done.valid()) one->is_done.wait();
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return works_.size(); }

  /// Adds work, which keeps its address until it is taken.
  Work& add(Work work) { return *works_.emplace_back(std::make_unique<Work>(std::move(work))); }

  /// Waits for the oldest job. throws: what the job threw.
  std::unique_ptr<Work> take_oldest() {
    works_.front()->is_done.get();
    auto oldest = std::move(works_.front());
    works_.pop_front();
    return oldest;
  }

 private:
  std::deque<std::unique_ptr<Work>> works_;
};

}  // namespace ncf::ops
