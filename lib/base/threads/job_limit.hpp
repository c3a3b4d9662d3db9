// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits the jobs that a thread hands out before others have done them. Waking a thread costs more
// than handing out a job, so a thread that had to wait continues when half of the jobs have ended.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace ncf::base {

class JobLimit {
 public:
  /// most: at least 1.
  explicit JobLimit(std::size_t most) noexcept : most_(most) {}
  JobLimit(const JobLimit&) = delete;
  JobLimit& operator=(const JobLimit&) = delete;

  /// Returns whether `begin` would return at once. Only for the thread that calls `begin`.
  [[nodiscard]] bool has_room();
  /// Counts a job that is about to be handed out; waits while there are too many. One thread.
  void begin();
  /// Counts a job as ended. Any thread.
  void end() noexcept;

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable half_ended_;
  std::size_t count_ = 0;  ///< under mutex_
};

}  // namespace ncf::base
