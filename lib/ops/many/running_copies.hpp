// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copies in progress, each in a child process or in another process of a run by MPI. A copy
// that takes too long is given up.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <vector>

#include "base/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/file_task.hpp"
#include "ops/many/rank_copies.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

class RunningCopies {
 public:
  /// resources: for each copy. limit: how long a copy may take; empty: no limit. elsewhere: the
  /// copies by other processes; outlives this object; null if there are none.
  RunningCopies(const transcode::Resources& resources,
                std::optional<std::chrono::duration<double>> limit, RankCopies* elsewhere = nullptr)
      : resources_(resources), limit_(limit), elsewhere_(elsewhere) {}

  /// throws: Error(io) if the system allows no more processes.
  void start(const FileTask& task);

  [[nodiscard]] std::size_t count() const noexcept;

  /// Waits until a copy has ended, or a fraction of a second. Calls `on_end` for each that has
  /// ended, with its result in the listed file.
  void wait(const std::function<void(const FileTask&)>& on_end);

  /// What is being copied, and for how long.
  [[nodiscard]] std::vector<RunningCopy> describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Running {
    Running(FileTask its_task, const transcode::Resources& resources)
        : task(std::move(its_task)),
          child([this, &resources] { return run_task(task, resources); }) {}

    FileTask task;
    base::ChildProcess child;
    Clock::duration elapsed{};  ///< while this process was not stopped
  };

  void wait_for_any(std::chrono::milliseconds limit);
  bool take_results(const std::function<void(const FileTask&)>& on_end);
  void count_time();
  /// Whether the copy has ended; then its result is in the listed file.
  bool has_ended(Running& running, bool is_readable) const;

  transcode::Resources resources_;
  std::optional<std::chrono::duration<double>> limit_;
  RankCopies* elsewhere_;
  std::list<Running> running_;
  std::vector<bool> is_readable_;  ///< in the order of `running_`
  Clock::time_point counted_until_ = Clock::now();
};

}  // namespace ncf::ops
