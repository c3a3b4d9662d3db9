// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/running_copies.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/memory/packed.hpp"
#include "base/process/forked_process.hpp"
#include "base/text/messages.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/many/copy_task.hpp"

namespace ncf::ops {
namespace {

/// The longest time between two checks of copies.
constexpr std::chrono::milliseconds longest_wait{200};

/// Returns whether the process should end, because damaged data or a lack of memory may have left a
/// library in disorder.
bool ends_process(const FileCopy& file) {
  const std::string_view kinds[] = {kind_of_crash, kind_of_timeout, kind_of_lack_of_memory,
                                    failure_kind(ErrorCode::corrupt),
                                    failure_kind(ErrorCode::internal)};
  return std::find(std::begin(kinds), std::end(kinds), file.failure_kind) != std::end(kinds);
}

/// Returns empty also if the file cannot be looked at.
std::optional<base::FileIdentity> identity_at(const std::filesystem::path& path) {
  try {
    return base::find_identity(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

// ---- One process --------------------------------------------------------------------------------

void CopyWorker::begin() {
  if (child_) return;
  child_.emplace([this](const std::string& task, base::ParentOfChild& parent) {
    return base::packed(do_copy_task(base::unpacked<CopyTask>(task), options_, resources_, parent));
  });
}

void CopyWorker::try_to_begin() {
  try {
    begin();
  } catch (const Error&) {
    // the copy will report the error
  }
}

void CopyWorker::start(const CopyTask& task) {
  const std::string text = base::packed(task);
  begin();
  if (!child_->begin(text)) {  // it was killed while it waited
    child_.reset();
    begin();
    child_->begin(text);
  }
  copied_ = task.listed.file;
  output_ = task.listed.output_path;
  replaced_ = identity_at(output_);
  counted_until_ = Clock::now();
  elapsed_ = {};
}

/// Counts the time of a copy, without time during which this process and its children were stopped,
/// or the machine slept.
void CopyWorker::count_time() {
  const Clock::time_point now = Clock::now();
  elapsed_ += std::min<Clock::duration>(now - counted_until_, 5 * longest_wait);
  counted_until_ = now;
}

std::optional<FileCopy> CopyWorker::take_result(bool is_readable) {
  count_time();
  std::optional<FileCopy> file;
  if (is_readable) {
    if (const auto result = child_->read_some()) file = file_of(*result);
  }
  if (!file && options_.file_timeout && elapsed_ >= *options_.file_timeout) file = give_up();
  if (!file) return std::nullopt;
  if (file->outcome == FileCopy::Outcome::failed) {
    file->seconds = std::chrono::duration<double>(elapsed_).count();
  }
  if (ends_process(*file)) child_.reset();
  copied_.reset();
  return file;
}

std::optional<FileCopy> CopyWorker::wait(std::chrono::microseconds limit) {
  return take_result(base::wait_to_read(descriptor(), Clock::now() + limit));
}

void CopyWorker::send(const std::string& message) noexcept {
  if (child_) child_->send(message);
}

std::vector<std::string> CopyWorker::take_messages() {
  return child_ ? child_->take_messages() : std::vector<std::string>{};
}

void CopyWorker::abandon() {
  if (child_) child_->kill();
  child_.reset();
  copied_.reset();
}

FileCopy CopyWorker::fail(const std::string& failure) {
  FileCopy file = failed(failure, kind_of_crash);
  file.seconds = std::chrono::duration<double>(elapsed_).count();
  abandon();
  return file;
}

FileCopy CopyWorker::failed(std::string failure, const char* kind) const {
  FileCopy file = *copied_;
  set_failed(file, std::move(failure), kind);
  return file;
}

FileCopy CopyWorker::file_of(const base::ChildResult& result) const {
  if (result.failure.empty()) return base::unpacked<FileCopy>(result.text);
  const std::string place = result.library.empty() ? "" : " in " + result.library;
  return failed(fmt::format("{}: copying it {}{}", copied_->input, result.failure, place),
                kind_of_crash);
}

FileCopy CopyWorker::give_up() {
  const bool is_dead = child_->kill();
  // The time may have ended after the output got its name.
  const auto found = is_dead ? identity_at(output_) : std::nullopt;
  const bool is_made = found && found != replaced_;
  const auto* const rest =
      is_dead ? "" : ", and its process, which waits for a device or a server, could not be killed";
  return failed(
      fmt::format(
          "{}: copying it took longer than {}{}", copied_->input,
          base::format_count(options_.file_timeout->count(), "second"),
          is_made ? fmt::format(", but its copy, {}, is complete", output_.native()) : rest),
      kind_of_timeout);
}

// ---- All copies in progress ---------------------------------------------------------------------

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
