// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A process on this machine that makes copies, one after another, because libhdf5 works on one file
// at a time in a process. A copy that crashes it, takes too long or may have left it in disorder
// ends it; the next one gets a new process.
//
// A process is a fork of this one, and forking takes longer if this one has more memory, so begin
// it before the list of files is read.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_state.hpp"
#include "base/process/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/copy_task.hpp"
#include "transcode/recoding/resources.hpp"

namespace ncf::ops {

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

/// The longest time between two checks of copies.
constexpr std::chrono::milliseconds longest_wait{200};

}  // namespace ncf::ops
