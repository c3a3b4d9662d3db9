// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/running_copies.hpp"

#include <poll.h>

#include <algorithm>

#include "base/stop.hpp"

namespace ncf::ops {
namespace {

constexpr std::chrono::milliseconds longest_wait{200};
/// No system call waits for both children and messages.
constexpr std::chrono::milliseconds between_looks{1};

}  // namespace

void RunningCopies::start(const FileTask& task) {
  if (elsewhere_ != nullptr && elsewhere_->idle() > 0) return elsewhere_->start(task);
  running_.emplace_back(task, resources_);
}

std::size_t RunningCopies::count() const noexcept {
  return running_.size() + (elsewhere_ == nullptr ? 0 : elsewhere_->count());
}

void RunningCopies::wait_for_any(std::chrono::milliseconds limit) {
  std::vector<pollfd> ends;
  for (const Running& running : running_) ends.push_back({running.child.descriptor(), POLLIN, 0});
  ::poll(ends.data(), ends.size(), static_cast<int>(limit.count()));
  is_readable_.clear();
  for (const pollfd& end : ends) is_readable_.push_back(end.revents != 0);
}

/// Time during which this process and its children were stopped, or the machine slept, does not
/// count for a copy.
void RunningCopies::count_time() {
  const Clock::time_point now = Clock::now();
  const auto step = std::min<Clock::duration>(now - counted_until_, 5 * longest_wait);
  counted_until_ = now;
  for (Running& running : running_) running.elapsed += step;
}

bool RunningCopies::has_ended(Running& running, bool is_readable) const {
  FileCopy& file = running.task.listed.file;
  if (is_readable && !running.child.read_some()) {
    take_result(running.child.finish(), file);
    return true;
  }
  if (!limit_ || running.elapsed < *limit_) return false;
  const bool is_dead = running.child.kill();
  set_timeout(file, *limit_, is_dead);
  return true;
}

/// Takes the results of copies that have ended. Returns whether there was one.
bool RunningCopies::take_results(const std::function<void(const FileTask&)>& on_end) {
  bool has_any = elsewhere_ != nullptr && elsewhere_->take_results(on_end);
  auto is_readable = is_readable_.begin();
  for (auto running = running_.begin(); running != running_.end(); ++is_readable) {
    if (!has_ended(*running, *is_readable)) {
      ++running;
      continue;
    }
    on_end(running->task);
    running = running_.erase(running);
    has_any = true;
  }
  return has_any;
}

void RunningCopies::wait(const std::function<void(const FileTask&)>& on_end) {
  const Clock::time_point end = Clock::now() + longest_wait;
  do {
    wait_for_any(elsewhere_ == nullptr ? longest_wait : between_looks);
    base::throw_if_stopped();
    count_time();
  } while (!take_results(on_end) && elsewhere_ != nullptr && Clock::now() < end);
}

std::vector<RunningCopy> RunningCopies::describe() const {
  std::vector<RunningCopy> copies;
  for (const Running& running : running_) {
    copies.push_back({running.task.listed.file.input, running.elapsed});
  }
  if (elsewhere_ != nullptr) elsewhere_->describe(copies);
  return copies;
}

}  // namespace ncf::ops
