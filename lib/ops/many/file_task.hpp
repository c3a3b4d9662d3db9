// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copy of one file of many, which a child process makes.
#pragma once

#include <optional>
#include <string>

#include "base/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/input_list.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

struct FileTask {
  FileTask(ListedFile& its_file, const CopyOptions& options);

  ListedFile& listed;
  CopyOptions copy;  ///< with input and output
  /// For the journal, once the output is complete; empty for inputs that are not local or not
  /// accessible, and with `follow_external`.
  std::optional<CopyRecord> record;
  bool is_done = false;  ///< a copy exists already and is to be verified
};

/// In the child: copies, and returns the result as JSON. throws nothing that an Error describes.
[[nodiscard]] std::string run_task(const FileTask& task, const transcode::Resources& resources);

/// In the parent: takes over the result.
void take_result(const base::ChildResult& result, FileCopy& file);

}  // namespace ncf::ops
