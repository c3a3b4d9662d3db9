// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_copies.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/process/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/shared_copy.hpp"
#include "ops/many/copy_of_file.hpp"
#include "ops/many/copy_worker.hpp"
#include "ops/many/task_messages.hpp"

namespace ncf::ops {
namespace {

/// Sent instead of a task if there are no more.
constexpr const char* no_more_tasks = "";

constexpr std::chrono::microseconds between_looks{500};

/// Starts a copy. Returns the outcome for the file if it is known at once.
std::optional<FileCopy> try_to_start(CopyWorker& worker, CopyTask task) {
  try {
    worker.start(task);
    return std::nullopt;
  } catch (const Error& error) {  // the system allows no more processes
    set_failure(task.listed.file, error);
    return task.listed.file;
  }
}

}  // namespace

void send_to_rank(mpi::Communicator& ranks, int rank, const FileTask& task) {
  ranks.send(rank, format_copy_task({task.listed, std::filesystem::current_path(), task.input_state,
                                     task.is_done, task.takes_samples, 1}));
}

void dismiss_other_ranks(mpi::Communicator& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, no_more_tasks);
}

void make_copies_of_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options) {
  CopyWorker worker(options, resources_of_rank(options.copy, ranks));
  for (;;) {
    base::throw_if_stopped();
    std::optional<FileCopy> file;
    if (worker.is_busy()) {
      file = worker.wait(longest_wait);
    } else if (const std::optional<mpi::Message> message = ranks.take()) {
      if (message->text == no_more_tasks) return;
      file = try_to_start(worker, parse_copy_task(message->text));
    } else {
      std::this_thread::sleep_for(between_looks);
    }
    if (file) ranks.send(0, format_copy_result(*file));
  }
}

}  // namespace ncf::ops
