// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/machine.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/many/failure_kind.hpp"
#include "ops/many/rank_messages.hpp"
#include "ops/many/running_copies.hpp"

namespace ncf::ops {
namespace {

using Clock = std::chrono::steady_clock;

/// Sent instead of a task if there are no more.
constexpr const char* no_more_tasks = "";

constexpr std::chrono::microseconds between_looks{500};

void fail_for_other_input(FileCopy& file) {
  file.outcome = FileCopy::Outcome::failed;
  file.failure = fmt::format(
      "{}: {} sees another file than the machine of rank 0, or an older state of it; all machines "
      "need the same file system",
      file.input, base::host_name());
  file.failure_kind = kind_of_use;
}

/// Makes the copies that rank 0 requests, and sends it the results.
class Follower {
 public:
  Follower(mpi::Communicator& ranks, const CopyManyOptions& options)
      : ranks_(ranks),
        options_(options),
        running_(resources_of_rank(options.copy, ranks), options.file_timeout) {}

  [[nodiscard]] bool is_busy() const noexcept { return running_.count() > 0; }

  void start(RankTask asked) {
    FileCopy& file = asked_.emplace(std::move(asked)).listed.file;
    std::error_code failed;
    std::filesystem::current_path(asked_->working_folder, failed);
    FileTask task(asked_->listed, options_);
    task.is_done = asked_->is_done;
    if (failed || task.input_state != asked_->input_state) {
      fail_for_other_input(file);
      return answer();
    }
    load_libraries_for(task);
    try {
      running_.start(task);
    } catch (const Error& error) {  // the system allows no more processes
      set_failure(file, error);
      answer();
    }
  }

  void wait() {
    running_.wait([this](const FileTask& /*task*/) { answer(); });
  }

 private:
  void answer() { ranks_.send(0, format_rank_result(asked_->listed.file)); }

  mpi::Communicator& ranks_;
  const CopyManyOptions& options_;
  RunningCopies running_;
  std::optional<RankTask> asked_;  ///< the last one
};

}  // namespace

RankCopies::RankCopies(mpi::Communicator& ranks) : ranks_(ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) idle_.push_back(rank);
}

void RankCopies::start(const FileTask& task) {
  const int rank = idle_.back();
  ranks_.send(rank, format_rank_task({task.listed, std::filesystem::current_path(),
                                      task.input_state, task.is_done}));
  idle_.pop_back();
  running_.push_back({rank, task, Clock::now()});
}

bool RankCopies::take_results(const std::function<void(const FileTask&)>& on_end) {
  bool has_any = false;
  while (const std::optional<mpi::Message> message = ranks_.take()) {
    const auto running = std::find_if(running_.begin(), running_.end(), [&](const Running& copy) {
      return copy.rank == message->rank;
    });
    running->task.listed.file = parse_rank_result(message->text);
    idle_.push_back(message->rank);
    const FileTask task = running->task;
    running_.erase(running);
    on_end(task);
    has_any = true;
  }
  return has_any;
}

void RankCopies::describe(std::vector<RunningCopy>& copies) const {
  for (const Running& running : running_) {
    copies.push_back({running.task.listed.file.input, Clock::now() - running.begin});
  }
}

void dismiss_other_ranks(mpi::Communicator& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, no_more_tasks);
}

void make_copies_of_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options) {
  Follower follower(ranks, options);
  for (;;) {
    base::throw_if_stopped();
    if (follower.is_busy()) {
      follower.wait();
    } else if (const std::optional<mpi::Message> message = ranks.take()) {
      if (message->text == no_more_tasks) return;
      follower.start(parse_rank_task(message->text));
    } else {
      std::this_thread::sleep_for(between_looks);
    }
  }
}

transcode::Resources resources_of_rank(const CopyOptions& options, const mpi::Communicator& ranks) {
  transcode::Resources resources = resources_of(options);
  const mpi::Share& share = ranks.share();
  if (!options.threads) resources.threads = share.processors;
  if (!options.max_memory_bytes) resources.max_bytes /= share.processes;
  return resources;
}

}  // namespace ncf::ops
