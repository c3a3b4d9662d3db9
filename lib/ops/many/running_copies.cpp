// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/running_copies.hpp"

#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/process/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/shared_copy.hpp"
#include "ops/many/rank_copies.hpp"
#include "ops/many/task_messages.hpp"

namespace ncf::ops {
namespace {

/// A pause between checks, because no system call waits both for processes of this machine and for
/// other ranks.
constexpr std::chrono::milliseconds between_looks{1};

std::size_t threads_of(const CopyManyOptions& options) {
  const std::size_t threads = resources_of(options.copy).threads;
  return options.copy.threads ? threads : std::max(threads, options.jobs.value_or(1));
}

bool has_folder(const std::vector<std::string>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [](const std::string& input) {
    std::error_code unknown;
    return std::filesystem::is_directory(input, unknown);
  });
}

/// Returns a limit that is known before the files are listed.
std::size_t most_copies_at_a_time(const CopyManyOptions& options) {
  const std::size_t wanted = options.jobs.value_or(threads_of(options));
  const std::size_t inputs = options.inputs.size();
  return inputs < wanted && !has_folder(options.inputs) ? std::max<std::size_t>(1, inputs) : wanted;
}

/// Begins a process. If the system allows no more now, the first copy does it.
void try_to_begin(CopyWorker& worker) {
  try {
    worker.begin();
  } catch (const Error&) {
    // the copy will report the error
  }
}

}  // namespace

RunningCopies::RunningCopies(const CopyManyOptions& options, mpi::Communicator* ranks)
    : ranks_(ranks),
      makers_(ranks == nullptr ? most_copies_at_a_time(options)
                               : static_cast<std::size_t>(ranks->size())),
      at_a_time_(makers_.size()) {
  const auto resources =
      ranks == nullptr ? resources_of(options.copy) : resources_of_rank(options.copy, *ranks);
  threads_ = resources.threads * (ranks == nullptr ? 1 : makers_.size());
  const std::size_t own = ranks == nullptr ? makers_.size() : 1;
  for (std::size_t i = 0; i < own; ++i) {
    makers_[i].worker = std::make_unique<CopyWorker>(options, resources);
    try_to_begin(*makers_[i].worker);
  }
}

void RunningCopies::expect(std::size_t files) noexcept {
  at_a_time_ = std::clamp<std::size_t>(files, 1, makers_.size());
}

void RunningCopies::start(const FileTask& task) {
  // In a run by MPI, this process comes last: it has other work.
  const auto idle = std::find_if(makers_.rbegin(), makers_.rend(),
                                 [](const Maker& maker) { return !maker.task.has_value(); });
  if (idle->worker) {
    const std::size_t sharing = ranks_ == nullptr ? at_a_time_ : 1;
    idle->worker->start({task.listed, {}, {}, task.is_done, task.takes_samples, sharing});
  } else {
    send_to_rank(*ranks_, static_cast<int>(makers_.rend() - idle) - 1, task);
  }
  idle->task.emplace(task);
  idle->begin = Clock::now();
  ++count_;
}

std::vector<bool> RunningCopies::poll_workers(std::chrono::milliseconds limit) const {
  std::vector<pollfd> ends;
  for (const Maker& maker : makers_) {
    ends.push_back({maker.worker ? maker.worker->descriptor() : -1, POLLIN, 0});
  }
  ::poll(ends.data(), ends.size(), static_cast<int>(limit.count()));
  std::vector<bool> is_readable;
  for (const pollfd& end : ends) is_readable.push_back(end.revents != 0);
  return is_readable;
}

void RunningCopies::end(Maker& maker, FileCopy file, const EndHandler& on_end) {
  const FileTask task = *maker.task;
  task.listed.file = std::move(file);
  maker.task.reset();
  --count_;
  on_end(task);
}

/// Takes results; returns whether there were any.
bool RunningCopies::take_results(const std::vector<bool>& is_readable, const EndHandler& on_end) {
  bool has_any = false;
  for (std::size_t i = 0; i < makers_.size(); ++i) {
    if (!makers_[i].worker || !makers_[i].worker->is_busy()) continue;
    if (auto file = makers_[i].worker->take_result(is_readable[i])) {
      end(makers_[i], *std::move(file), on_end);
      has_any = true;
    }
  }
  if (ranks_ == nullptr) return has_any;
  while (const std::optional<mpi::Message> message = ranks_->take()) {
    end(makers_[static_cast<std::size_t>(message->rank)], parse_copy_result(message->text), on_end);
    has_any = true;
  }
  return has_any;
}

void RunningCopies::wait(const EndHandler& on_end) {
  const Clock::time_point end = Clock::now() + longest_wait;
  bool has_any = false;
  do {
    const auto is_readable = poll_workers(ranks_ == nullptr ? longest_wait : between_looks);
    base::throw_if_stopped();
    has_any = take_results(is_readable, on_end);
  } while (!has_any && Clock::now() < end);
}

std::vector<RunningCopy> RunningCopies::describe() const {
  std::vector<RunningCopy> copies;
  for (const Maker& maker : makers_) {
    if (maker.task) copies.push_back({maker.task->listed.file.input, Clock::now() - maker.begin});
  }
  return copies;
}

}  // namespace ncf::ops
