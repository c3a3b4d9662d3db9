// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copies in progress, each made in a process of this machine or, in a run by MPI, in one of
// each rank (rank_copies.hpp). These are the makers, numbered from 0.
//
// Thread rule: one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

class RunningCopies {
 public:
  using EndHandler = std::function<void(ListedFile&)>;

  RunningCopies(const RunningCopies&) = delete;
  RunningCopies& operator=(const RunningCopies&) = delete;
  virtual ~RunningCopies() = default;

  /// Sets the number of files, before the first is started.
  void expect(std::size_t files) noexcept;

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] bool is_full() const noexcept { return count_ == at_a_time_; }

  /// Return the number of simultaneous copies, and the threads of all of them together.
  [[nodiscard]] std::size_t at_a_time() const noexcept { return at_a_time_; }
  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }

  /// Starts a copy. Only if there is room. throws: Error(io) if the system allows no more
  /// processes.
  void start(ListedFile& listed);

  /// Lets idle ranks help with the largest copies that can be shared. No copy may be started
  /// afterwards.
  virtual void let_idle_ranks_help() {}

  /// Waits until a copy has ended, or a fraction of a second. Calls `on_end` for each that has
  /// ended, with its result in the listed file. throws: Error(interrupted).
  void wait(const EndHandler& on_end);

  /// Returns the copies in progress, with their times.
  [[nodiscard]] std::vector<RunningCopy> describe() const;

 protected:
  /// threads: of all makers together.
  RunningCopies(std::size_t makers, std::size_t threads);

  [[nodiscard]] std::size_t maker_count() const noexcept { return copies_.size(); }
  /// Returns what a maker copies; null if it copies nothing.
  [[nodiscard]] const ListedFile* file_of(std::size_t maker) const { return copies_[maker].listed; }

  void end(std::size_t maker, FileCopy file, const EndHandler& on_end);

 private:
  using Clock = std::chrono::steady_clock;

  struct Copy {
    ListedFile* listed = nullptr;
    Clock::time_point begin;
  };

  virtual void begin(std::size_t maker, const ListedFile& listed) = 0;
  /// Waits a moment, and ends the copies that have ended. Returns whether there was any news.
  virtual bool take_news(const EndHandler& on_end) = 0;

  std::vector<Copy> copies_;  ///< by maker
  std::size_t threads_;
  std::size_t at_a_time_;
  std::size_t count_ = 0;
};

/// Begins the processes of this machine. options: must outlive the result.
[[nodiscard]] std::unique_ptr<RunningCopies> make_local_copies(const CopyManyOptions& options);

}  // namespace ncf::ops
