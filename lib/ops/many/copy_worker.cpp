// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/memory/packed.hpp"
#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "ops/many/copy_task.hpp"

namespace ncf::ops {
namespace {

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
  FileCopy file = *copied_;
  set_failed(file, failure, kind_of_crash);
  file.seconds = std::chrono::duration<double>(elapsed_).count();
  abandon();
  return file;
}

FileCopy CopyWorker::file_of(const base::ChildResult& result) const {
  if (result.failure.empty()) return base::unpacked<FileCopy>(result.text);
  FileCopy file = *copied_;
  const std::string place = result.library.empty() ? "" : " in " + result.library;
  set_failed(file, fmt::format("{}: copying it {}{}", file.input, result.failure, place),
             kind_of_crash);
  return file;
}

FileCopy CopyWorker::give_up() {
  const bool is_dead = child_->kill();
  // The time may have ended after the output got its name.
  const auto found = is_dead ? identity_at(output_) : std::nullopt;
  const bool is_made = found && found != replaced_;
  FileCopy file = *copied_;
  const auto* const rest =
      is_dead ? "" : ", and its process, which waits for a device or a server, could not be killed";
  set_failed(file,
             fmt::format(
                 "{}: copying it took longer than {}{}", file.input,
                 base::format_count(options_.file_timeout->count(), "second"),
                 is_made ? fmt::format(", but its copy, {}, is complete", output_.native()) : rest),
             kind_of_timeout);
  return file;
}

}  // namespace ncf::ops
