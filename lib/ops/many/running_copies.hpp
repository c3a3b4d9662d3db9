// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copies in progress: each in a process of this machine or, in a run by MPI, in one of each
// rank (rank_copies.hpp). There, ranks that have nothing to copy can help others.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/copy_worker.hpp"
#include "ops/many/file_task.hpp"
#include "ops/many/rank_copies.hpp"

namespace ncf::ops {

class RunningCopies {
 public:
  using EndHandler = std::function<void(const FileTask&)>;

  /// Begins the processes. options, ranks: must outlive this object; ranks is null if there are
  /// none.
  RunningCopies(const CopyManyOptions& options, mpi::Communicator* ranks);

  /// Sets the number of files, before the first is started.
  void expect(std::size_t files) noexcept;

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] bool is_full() const noexcept { return count_ == at_a_time_; }

  /// Return the number of simultaneous copies, and the threads of all of them together.
  [[nodiscard]] std::size_t at_a_time() const noexcept { return at_a_time_; }
  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }

  /// Starts a copy. Only if there is room. throws: Error(io) if the system allows no more
  /// processes.
  void start(const FileTask& task);

  /// Lets idle ranks help with the largest copies that can be shared. No copy may be started
  /// afterwards.
  void let_idle_ranks_help();

  /// Waits until a copy has ended, or a fraction of a second. Calls `on_end` for each that has
  /// ended, with its result in the listed file. throws: Error(interrupted).
  void wait(const EndHandler& on_end);

  /// Returns the copies in progress, with their times.
  [[nodiscard]] std::vector<RunningCopy> describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// In a run by MPI, the index of a maker is its rank.
  struct Maker {
    std::unique_ptr<CopyWorker> worker;  ///< null in a run by MPI
    std::optional<FileTask> task;        ///< empty if it copies nothing
    Clock::time_point begin;
    std::uint64_t copy = 0;    ///< in a run by MPI, the number of its copy
    bool is_open = false;      ///< others may help with it
    std::set<Maker*> helpers;  ///< all that were asked to help
    Maker* helps = nullptr;    ///< the maker that this one helps
  };

  [[nodiscard]] std::vector<bool> poll_workers(std::chrono::milliseconds limit) const;
  bool take_results(const std::vector<bool>& is_readable, const EndHandler& on_end);
  bool take_messages(const EndHandler& on_end);
  void take(Maker& from, const CopyMessage& message, const EndHandler& on_end);
  void end(Maker& maker, FileCopy file, const EndHandler& on_end);
  void release_helpers(Maker& maker);

  [[nodiscard]] int rank_of(const Maker& maker) const;
  void send(const Maker& to, CopyMessage message);
  void post(int rank, CopyMessage message);
  [[nodiscard]] CopyTask task_of(const FileTask& task, const Maker& own, const Maker& leader) const;
  void help(Maker& helper, Maker& leader);

  const CopyManyOptions& options_;
  mpi::Communicator* ranks_;
  std::optional<RankMember> member_;       ///< of rank 0 in a run by MPI
  std::vector<CopyMessage> own_messages_;  ///< from `member_` to rank 0
  std::uint64_t last_copy_ = 0;
  std::vector<Maker> makers_;
  std::size_t threads_ = 1;
  std::size_t at_a_time_;
  std::size_t count_ = 0;
};

}  // namespace ncf::ops
