// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The temporary names of all unfinished outputs, in a table that outlives the process that writes
// them. A parent that shares it with its children removes what they leave, however they ended. A
// folder that a child had moved aside to replace it gets its place back. Outputs on servers are in
// the table too: only their process can remove them, so its parent reports what is left.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ncf::base {

/// The entry of an output. It exists as long as this object, and longer if the output still exists
/// then. Any thread.
class UnfinishedOutput {
 public:
  /// throws: Error(io) if the path is too long, Error(internal) if there are too many outputs.
  UnfinishedOutput(const std::filesystem::path& temporary, const std::filesystem::path& target);
  UnfinishedOutput(const UnfinishedOutput&) = delete;
  UnfinishedOutput& operator=(const UnfinishedOutput&) = delete;
  ~UnfinishedOutput();

 private:
  std::size_t slot_;
};

/// The entry of an output on a server. It exists as long as this object. Any thread.
class UnfinishedRemote {
 public:
  /// throws: Error(io) if the URL is too long, Error(internal) if there are too many outputs.
  explicit UnfinishedRemote(const std::string& url);
  UnfinishedRemote(const UnfinishedRemote&) = delete;
  UnfinishedRemote& operator=(const UnfinishedRemote&) = delete;
  ~UnfinishedRemote();

  /// Records that the output is complete. Call it at most once.
  void set_complete() noexcept;

  /// Records that the removal makes progress, so that this process is not killed meanwhile.
  void tell_progress() noexcept;

 private:
  std::size_t slot_;
};

/// Counts an output of this process that now has its final name.
void count_complete_output() noexcept;
/// Returns the number of outputs that were begun and not completed, on this machine and on servers,
/// of this process and of all that share its table. Most of them have been removed.
[[nodiscard]] std::size_t incomplete_outputs() noexcept;
/// Returns the number of complete outputs, of this process and of all that share its table.
[[nodiscard]] std::size_t complete_outputs() noexcept;

/// Returns the URLs of unfinished outputs on servers that their processes did not remove.
[[nodiscard]] std::vector<std::string> left_on_servers();

/// Returns a number that changes whenever the removal of an output on a server makes progress.
[[nodiscard]] std::uint64_t removal_progress() noexcept;

/// Makes this process and all that it forks share one table. Call it before the fork, while no
/// other thread makes outputs. throws: Error(io).
void share_unfinished_outputs();

/// Removes all outputs in the table: those of this process and of all that share it.
void remove_unfinished_outputs() noexcept;

/// Removes the outputs of a process that has ended, and their entries.
void remove_outputs_of(pid_t process) noexcept;

// ---- If the parent is killed, too ---------------------------------------------------------------
//
// Another process then removes the unfinished outputs. mpirun kills both at the same time: after an
// interrupt it kills all members of its process groups.

/// Starts that process, which ends after this process and its children have ended. Does nothing if
/// this process does not share its table of unfinished outputs, or if no process can be started.
/// Call it once, before any library has started threads.
void remove_outputs_even_if_group_is_killed() noexcept;

}  // namespace ncf::base
