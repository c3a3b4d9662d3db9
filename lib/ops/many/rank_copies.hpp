// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies made by other processes of a run by MPI. Rank 0 decides, records and reports; each other
// rank makes the copies that rank 0 requests, one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <vector>

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/file_task.hpp"

namespace ncf::ops {

/// Rank 0's side.
class RankCopies {
 public:
  /// ranks: outlives this object.
  explicit RankCopies(mpi::Communicator& ranks);
  RankCopies(const RankCopies&) = delete;
  RankCopies& operator=(const RankCopies&) = delete;
  ~RankCopies() = default;

  /// Only if a rank is idle.
  void start(const FileTask& task);
  [[nodiscard]] std::size_t count() const noexcept { return running_.size(); }
  [[nodiscard]] std::size_t idle() const noexcept { return idle_.size(); }

  /// Calls `on_end` for each copy whose result has arrived, with the result in the listed file.
  /// Returns whether there was one.
  bool take_results(const std::function<void(const FileTask&)>& on_end);

  /// Appends what is being copied, and for how long.
  void describe(std::vector<RunningCopy>& copies) const;

 private:
  struct Running {
    int rank;
    FileTask task;
    std::chrono::steady_clock::time_point begin;
  };

  mpi::Communicator& ranks_;
  std::vector<int> idle_;
  std::list<Running> running_;
};

/// Tells the other ranks that there are no more copies to make; called by rank 0.
void dismiss_other_ranks(mpi::Communicator& ranks);

/// The other ranks' side: makes copies until rank 0 has no more. throws: Error(interrupted).
void make_copies_of_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options);

}  // namespace ncf::ops
