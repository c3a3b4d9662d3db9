// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copy of one file of many, which a child process makes.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/child_process.hpp"
#include "base/file_state.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/journal_line.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

struct FileTask {
  FileTask(ListedFile& its_file, const CopyManyOptions& options);

  ListedFile& listed;
  CopyOptions copy;  ///< with input and output
  bool has_checksums = false;
  bool is_plan = false;  ///< nothing is copied
  /// The state before the copy; empty for inputs that are not local or not accessible, and with
  /// `follow_external`, because a file's state does not cover other files that contain its values.
  std::optional<base::FileState> input_state;
  bool is_done = false;  ///< a copy exists already and is to be verified
};

/// Loads the libraries that copies need, once for all copies, in the parent.
void load_libraries_for(const FileTask& task);

/// In the child: copies, and returns the result as JSON. throws nothing that an Error describes.
[[nodiscard]] std::string run_task(const FileTask& task, const transcode::Resources& resources);

/// In the parent: takes over the result.
void take_result(const base::ChildResult& result, FileCopy& file);

/// Records the failure of a file.
void set_failure(FileCopy& file, const Error& error);
/// The same for a copy that took too long. is_dead: its process could be killed.
void set_timeout(FileCopy& file, std::chrono::duration<double> limit, bool is_dead);

}  // namespace ncf::ops
