// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The temporary names of all outputs that are not finished, in a table that outlives the process
// which writes them: a parent that shares it with its children removes what they leave, however
// they ended. What a child had moved aside, to replace it, gets its place back.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

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

/// From now on this process and all that are forked by it have one table. To be called before the
/// fork, while no other thread makes outputs. throws: Error(io).
void share_unfinished_outputs();

/// Removes all outputs in the table: those of this process and of all that share it.
void remove_unfinished_outputs() noexcept;

/// Removes the outputs of a process that has ended, and their entries.
void remove_outputs_of(pid_t process) noexcept;

}  // namespace ncf::base
