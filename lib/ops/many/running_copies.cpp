// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/running_copies.hpp"

#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/memory/packed.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/shared_copy.hpp"
#include "ops/many/rank_copies.hpp"
#include "ops/many/task_messages.hpp"

namespace ncf::ops {
namespace {

/// The size from which a copy is shared: another process needs some milliseconds to plan it.
constexpr std::uint64_t least_shared_bytes = std::uint64_t{16} << 20;

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

CopyTask make_task(const FileTask& task) {
  CopyTask copy;
  copy.listed = task.listed;
  copy.is_done = task.is_done;
  copy.takes_samples = task.takes_samples;
  return copy;
}

}  // namespace

RunningCopies::RunningCopies(const CopyManyOptions& options, mpi::Communicator* ranks)
    : options_(options),
      ranks_(ranks),
      makers_(ranks == nullptr ? most_copies_at_a_time(options)
                               : static_cast<std::size_t>(ranks->size())),
      at_a_time_(makers_.size()) {
  if (ranks != nullptr) {
    threads_ = resources_of_rank(options.copy, *ranks).threads * makers_.size();
    member_.emplace(options, *ranks,
                    [this](int rank, CopyMessage message) { post(rank, std::move(message)); });
    member_->try_to_begin();
    return;
  }
  const auto resources = resources_of(options.copy);
  threads_ = resources.threads;
  for (Maker& maker : makers_) {
    maker.worker = std::make_unique<CopyWorker>(options, resources);
    maker.worker->try_to_begin();
  }
}

void RunningCopies::expect(std::size_t files) noexcept {
  at_a_time_ = std::clamp<std::size_t>(files, 1, makers_.size());
}

void RunningCopies::start(const FileTask& task) {
  // In a run by MPI, this process comes last: it has other work.
  Maker& idle = *std::find_if(makers_.rbegin(), makers_.rend(),
                              [](const Maker& maker) { return !maker.task.has_value(); });
  if (ranks_ == nullptr) {
    CopyTask copy = make_task(task);
    copy.copies_at_a_time = at_a_time_;
    idle.worker->start(copy);
  } else {
    idle.copy = ++last_copy_;
    send(idle, {CopyMessageKind::copy, idle.copy, format_copy_task(task_of(task, idle, idle))});
  }
  idle.task.emplace(task);
  idle.begin = Clock::now();
  ++count_;
}

// ---- Ranks --------------------------------------------------------------------------------------

int RunningCopies::rank_of(const Maker& maker) const {
  return static_cast<int>(&maker - makers_.data());
}

void RunningCopies::send(const Maker& to, CopyMessage message) {
  if (const int rank = rank_of(to); rank > 0) {
    ranks_->send(rank, base::packed(std::move(message)));
  } else {
    member_->take(0, message);
  }
}

/// Sends a message of the member of rank 0.
void RunningCopies::post(int rank, CopyMessage message) {
  if (rank > 0) return ranks_->send(rank, base::packed(std::move(message)));
  own_messages_.push_back(std::move(message));
}

CopyTask RunningCopies::task_of(const FileTask& task, const Maker& own, const Maker& leader) const {
  CopyTask copy = make_task(task);
  if (rank_of(own) > 0) {
    copy.working_folder = std::filesystem::current_path();
    copy.input_state = task.input_state;
  }
  const bool may_be_shared = !options_.plan && task.listed.is_dataset && !task.is_done &&
                             task.listed.listed_bytes >= least_shared_bytes;
  if (may_be_shared) {
    copy.sharing = {rank_of(own), rank_of(leader), ranks_->size(), ranks_->is_one_machine()};
  }
  return copy;
}

void RunningCopies::let_idle_ranks_help() {
  if (ranks_ == nullptr) return;
  const auto bytes_for_each = [](const Maker& leader) {
    return leader.task->listed.listed_bytes / (1 + leader.helpers.size());
  };
  for (Maker& idle : makers_) {
    if (idle.task || idle.helps != nullptr) continue;
    Maker* largest = nullptr;
    for (Maker& leader : makers_) {
      if (!leader.is_open || leader.helpers.contains(&idle)) continue;
      if (largest == nullptr || bytes_for_each(leader) > bytes_for_each(*largest)) {
        largest = &leader;
      }
    }
    if (largest != nullptr) help(idle, *largest);
  }
}

void RunningCopies::help(Maker& helper, Maker& leader) {
  helper.helps = &leader;
  leader.helpers.insert(&helper);
  const CopyTask task = task_of(*leader.task, helper, leader);
  send(helper, {CopyMessageKind::help, leader.copy, format_copy_task(task)});
}

void RunningCopies::release_helpers(Maker& maker) {
  for (Maker* const helper : std::exchange(maker.helpers, {})) {
    if (helper->helps != &maker) continue;
    helper->helps = nullptr;
    send(*helper, {CopyMessageKind::release, maker.copy, {}});
  }
  maker.is_open = false;
}

void RunningCopies::take(Maker& from, const CopyMessage& message, const EndHandler& on_end) {
  switch (message.kind) {
    case CopyMessageKind::relayed:
      return member_->take(rank_of(from), message);
    case CopyMessageKind::invitation:
      from.is_open = true;
      return;
    case CopyMessageKind::copied:
      release_helpers(from);
      return end(from, parse_copy_result(message.text), on_end);
    default:  // helped
      if (from.helps == nullptr || from.helps->copy != message.copy) return;
      Maker& leader = *std::exchange(from.helps, nullptr);
      if (message.text.empty()) return;
      leader.is_open = false;
      send(leader, {CopyMessageKind::fail, message.copy, message.text});
  }
}

/// Takes all messages that have arrived. Returns whether there were any.
bool RunningCopies::take_messages(const EndHandler& on_end) {
  bool has_any = member_->look(between_looks);
  while (const std::optional<mpi::Message> message = ranks_->take()) {
    take(makers_[static_cast<std::size_t>(message->rank)],
         base::unpacked<CopyMessage>(message->text), on_end);
    has_any = true;
  }
  while (!own_messages_.empty()) {
    for (const CopyMessage& message : std::exchange(own_messages_, {})) {
      take(makers_.front(), message, on_end);
      has_any = true;
    }
  }
  return has_any;
}

// ---- Processes of this machine ------------------------------------------------------------------

std::vector<bool> RunningCopies::poll_workers(std::chrono::milliseconds limit) const {
  std::vector<pollfd> ends;
  for (const Maker& maker : makers_) ends.push_back({maker.worker->descriptor(), POLLIN, 0});
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
    if (!makers_[i].worker->is_busy()) continue;
    if (auto file = makers_[i].worker->take_result(is_readable[i])) {
      end(makers_[i], *std::move(file), on_end);
      has_any = true;
    }
  }
  return has_any;
}

void RunningCopies::wait(const EndHandler& on_end) {
  const Clock::time_point end = Clock::now() + longest_wait;
  bool has_any = false;
  do {
    if (ranks_ != nullptr) {
      base::throw_if_stopped();
      has_any = take_messages(on_end);
    } else {
      const auto is_readable = poll_workers(longest_wait);
      base::throw_if_stopped();
      has_any = take_results(is_readable, on_end);
    }
  } while (!has_any && Clock::now() < end);
}

std::vector<RunningCopy> RunningCopies::describe() const {
  std::vector<RunningCopy> copies;
  for (const Maker& maker : makers_) {
    if (!maker.task) continue;
    const std::chrono::duration<double> elapsed = Clock::now() - maker.begin;
    copies.push_back({maker.task->listed.file.input, elapsed.count()});
  }
  return copies;
}

}  // namespace ncf::ops
