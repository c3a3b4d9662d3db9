// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/running_copies.hpp"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include "base/threads/stop.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/many/copy_worker.hpp"

namespace ncf::ops {

RunningCopies::RunningCopies(std::size_t makers, std::size_t threads)
    : copies_(makers), threads_(threads), at_a_time_(makers) {}

void RunningCopies::expect(std::size_t files) noexcept {
  at_a_time_ = std::clamp<std::size_t>(files, 1, copies_.size());
}

void RunningCopies::start(ListedFile& listed) {
  // In a run by MPI, this process, the first maker, comes last: it has other work.
  const auto idle = std::ranges::find(copies_.rbegin(), copies_.rend(), nullptr, &Copy::listed);
  begin(static_cast<std::size_t>(std::distance(idle, copies_.rend()) - 1), listed);
  *idle = {&listed, Clock::now()};
  ++count_;
}

void RunningCopies::end(std::size_t maker, FileCopy file, const EndHandler& on_end) {
  ListedFile& listed = *std::exchange(copies_[maker].listed, nullptr);
  listed.file = std::move(file);
  --count_;
  on_end(listed);
}

void RunningCopies::wait(const EndHandler& on_end) {
  const Clock::time_point end = Clock::now() + longest_wait;
  while (!take_news(on_end) && Clock::now() < end) continue;
}

std::vector<RunningCopy> RunningCopies::describe() const {
  std::vector<RunningCopy> copies;
  for (const Copy& copy : copies_) {
    if (copy.listed == nullptr) continue;
    const std::chrono::duration<double> elapsed = Clock::now() - copy.begin;
    copies.push_back({copy.listed->file.input, elapsed.count()});
  }
  return copies;
}

// ---- Processes of this machine ------------------------------------------------------------------

namespace {

bool has_folder(const std::vector<std::string>& inputs) {
  return std::ranges::any_of(inputs, [](const std::string& input) {
    std::error_code unknown;
    return std::filesystem::is_directory(input, unknown);
  });
}

/// Returns a limit that is known before the files are listed.
std::size_t most_copies_at_a_time(const CopyManyOptions& options) {
  const std::size_t wanted = options.jobs.value_or(resources_of(options.copy).threads);
  const std::size_t inputs = options.inputs.size();
  return inputs < wanted && !has_folder(options.inputs) ? std::max<std::size_t>(1, inputs) : wanted;
}

class LocalCopies final : public RunningCopies {
 public:
  explicit LocalCopies(const CopyManyOptions& options)
      : RunningCopies(most_copies_at_a_time(options), resources_of(options.copy).threads) {
    const auto resources = resources_of(options.copy);
    while (workers_.size() < maker_count()) {
      workers_.emplace_back(options, resources).try_to_begin();
    }
  }

 private:
  void begin(std::size_t maker, const ListedFile& listed) override {
    workers_[maker].start({.listed = listed, .copies_at_a_time = at_a_time()});
  }

  bool take_news(const EndHandler& on_end) override {
    std::vector<pollfd> ends;
    for (const CopyWorker& worker : workers_) ends.push_back({worker.descriptor(), POLLIN, 0});
    ::poll(ends.data(), ends.size(), static_cast<int>(longest_wait.count()));
    base::throw_if_stopped();
    bool has_any = false;
    for (std::size_t maker = 0; maker < workers_.size(); ++maker) {
      if (!workers_[maker].is_busy()) continue;
      if (auto file = workers_[maker].take_result(ends[maker].revents != 0)) {
        end(maker, *std::move(file), on_end);
        has_any = true;
      }
    }
    return has_any;
  }

  std::deque<CopyWorker> workers_;  ///< one for each maker
};

}  // namespace

std::unique_ptr<RunningCopies> make_local_copies(const CopyManyOptions& options) {
  return std::make_unique<LocalCopies>(options);
}

}  // namespace ncf::ops
