// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copy of one file of many, in a process that may be ended by it: what the process that decides
// about copies tells it, and how it fails. All have the same options, so a task is little more than
// names.
//
// In a run by MPI, ranks may share a copy. It is made by a child of a rank, so that a crash ends
// only this copy, and its helpers are children of other ranks. Children do not use MPI: a message
// goes to the parent, from there to the parent of the other child (rank_copies.hpp), and then to
// that child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/file_state.hpp"
#include "base/process/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/input_list.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

/// The ranks that share a copy.
struct SharingRanks {
  int own = 0;
  int leader = 0;  ///< the rank whose child makes the copy
  int count = 0;   ///< of the run
  bool is_one_machine = false;
};

void fields(auto& archive, SharingRanks& ranks) {
  archive(ranks.own, ranks.leader, ranks.count, ranks.is_one_machine);
}

/// A message that a child asks its parent to send; an invitation if `rank` is the leader itself.
struct RelayedMessage {
  int rank = 0;  ///< the receiver; in messages from the parent, the sender
  std::string text;
};

void fields(auto& archive, RelayedMessage& message) { archive(message.rank, message.text); }

/// A file to copy. The answer is a FileCopy. Both are packed (base/memory/packed.hpp).
struct CopyTask {
  ListedFile listed;
  std::filesystem::path working_folder = {};  ///< for relative names; empty for the current one
  std::size_t copies_at_a_time = 1;           ///< they share threads and memory
  std::optional<SharingRanks> sharing = {};   ///< ranks that may share the copy
};

// The bindings name all members, so a new member does not compile until it is handled here.
void fields(auto& archive, ListedFile& listed) {
  auto& [file, input, name, input_path, output_path, is_dataset, listed_bytes, input_state,
         has_copy, takes_samples, is_done] = listed;
  archive(file, input, name, input_path, output_path, is_dataset, listed_bytes, input_state,
          has_copy, takes_samples, is_done);
}

void fields(auto& archive, CopyTask& task) {
  auto& [listed, working_folder, copies_at_a_time, sharing] = task;
  archive(listed, working_folder, copies_at_a_time, sharing);
}

/// Does the task: copies, plans, verifies, or helps another rank to copy. Returns the outcome for
/// the file, also if it is an Error. resources: of all simultaneous copies.
[[nodiscard]] FileCopy do_copy_task(const CopyTask& task, const CopyManyOptions& options,
                                    const transcode::Resources& resources,
                                    base::ParentOfChild& parent);

/// Returns the state of an input, if it suffices to decide whether a copy is outdated. Empty also
/// for references, because their values are in other files, whose state is unknown.
[[nodiscard]] std::optional<base::FileState> find_input_state(const ListedFile& listed,
                                                              const CopyOptions& options);

/// Returns the size of a file, or of all files in a folder; 0 if unknown.
[[nodiscard]] std::uint64_t size_at(const std::filesystem::path& path);

// The kinds of failure that a run counts.
constexpr const char* kind_of_crash = "crash";
constexpr const char* kind_of_lack_of_memory = "memory";
constexpr const char* kind_of_use = "in use";
constexpr const char* kind_of_timeout = "timeout";
constexpr const char* kind_of_missing_filter = "missing filter";
constexpr const char* kind_of_other_format = "not netCDF";
constexpr const char* kind_of_omission = "left out";

constexpr const char* failure_kind(ErrorCode code) noexcept {
  constexpr const char* kinds[] = {"usage",   "usage",       "not found",     "unsupported",
                                   "corrupt", "no space",    "no permission", "memory",
                                   "io",      "interrupted", "internal"};
  return kinds[static_cast<std::size_t>(code)];
}

/// Records the failure of a file.
inline void set_failed(FileCopy& file, std::string failure, const char* kind) {
  file.outcome = FileCopy::Outcome::failed;
  file.failure = std::move(failure);
  file.failure_kind = kind;
}
void set_failed(FileCopy& file, const Error& error);

}  // namespace ncf::ops
