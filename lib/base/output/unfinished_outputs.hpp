// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The temporary names of all outputs that are not finished, in a table that outlives the process
// which writes them: a parent that shares it with its children removes what they leave, however
// they ended. What a child had moved aside, to replace it, gets its place back. Outputs on servers
// are in the table too: only their process can remove them, so its parent says what is left.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ncf::base {

/// The entry of one output, for as long as this lives, and longer if the output is still there
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

/// The entry of an output on a server, for as long as this lives. Any thread.
class UnfinishedRemote {
 public:
  /// throws: Error(io) if the URL is too long, Error(internal) if there are too many outputs.
  explicit UnfinishedRemote(const std::string& url);
  UnfinishedRemote(const UnfinishedRemote&) = delete;
  UnfinishedRemote& operator=(const UnfinishedRemote&) = delete;
  ~UnfinishedRemote();

  /// Says that its removal goes on, so that nobody ends this process meanwhile.
  void tell_progress() noexcept;

 private:
  std::size_t slot_;
};

/// Counts an output of this process that now has its final name.
void count_complete_output() noexcept;
/// Returns the number of such outputs, of this process and of all that share its table.
[[nodiscard]] std::size_t complete_outputs() noexcept;

/// Returns the URLs of such outputs whose processes did not remove them.
[[nodiscard]] std::vector<std::string> left_on_servers();

/// Changes whenever the removal of such an output makes progress.
[[nodiscard]] std::uint64_t removal_progress() noexcept;

/// From now on this process and all that are forked by it have one table. To be called before the
/// fork, while no other thread makes outputs. throws: Error(io).
void share_unfinished_outputs();

/// Removes all outputs in the table: those of this process and of all that share it.
void remove_unfinished_outputs() noexcept;

/// Removes the outputs of a process that has ended, and their entries.
void remove_outputs_of(pid_t process) noexcept;

}  // namespace ncf::base
