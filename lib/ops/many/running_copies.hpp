// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copies in progress, each made in a process of this machine or, in a run by MPI, in one of
// each rank (rank_copies.hpp).
//
// Thread rule: one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_state.hpp"
#include "base/process/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/copy_task.hpp"
#include "ops/many/input_list.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

/// A process on this machine that makes copies, one after another, because libhdf5 works on one
/// file at a time in a process. A copy that crashes it, takes too long or may have left it in
/// disorder ends it; the next one gets a new process.
///
/// A process is a fork of this one, and forking takes longer if this one has more memory, so begin
/// it before the list of files is read.
class CopyWorker {
 public:
  /// options: must outlive this object. resources: of all simultaneous copies.
  CopyWorker(const CopyManyOptions& options, const transcode::Resources& resources)
      : options_(options), resources_(resources) {}

  /// Begins the process, if there is none. throws: Error(io) if the system allows no more.
  void begin();
  /// Begins the process if the system allows it now. Otherwise the first copy begins it, or its
  /// outcome tells why not.
  void try_to_begin();

  /// Begins a copy. throws: as `begin`.
  void start(const CopyTask& task);

  [[nodiscard]] bool is_busy() const noexcept { return copied_.has_value(); }

  /// Returns a descriptor for poll(2), which is readable when `take_result` has something to do; -1
  /// without a copy.
  [[nodiscard]] int descriptor() const noexcept { return is_busy() ? child_->descriptor() : -1; }

  /// Returns the outcome for the file, if the copy has ended. Call it several times a second.
  [[nodiscard]] std::optional<FileCopy> take_result(bool is_readable);

  /// Waits until the copy has ended or has sent a message, or for `limit`, and returns the same as
  /// take_result.
  [[nodiscard]] std::optional<FileCopy> wait(std::chrono::microseconds limit);

  /// Exchanges messages with the process, if ranks share the copy.
  void send(const std::string& message) noexcept;
  [[nodiscard]] std::vector<std::string> take_messages();

  /// Ends the copy and its process.
  void abandon();
  /// Ends the copy because another process failed. Returns the outcome for the file.
  [[nodiscard]] FileCopy fail(const std::string& failure);

 private:
  using Clock = std::chrono::steady_clock;

  void count_time();
  [[nodiscard]] FileCopy failed(std::string failure, const char* kind) const;
  [[nodiscard]] FileCopy file_of(const base::ChildResult& result) const;
  [[nodiscard]] FileCopy give_up();

  const CopyManyOptions& options_;
  transcode::Resources resources_;
  std::optional<base::ChildProcess> child_;
  std::optional<FileCopy> copied_;
  std::filesystem::path output_;                ///< empty if it is on a server
  std::optional<base::FileIdentity> replaced_;  ///< what had this path when the copy began
  Clock::time_point counted_until_;
  Clock::duration elapsed_{};  ///< while this process was not stopped
};

/// All copies in progress. Their makers are numbered from 0.
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
