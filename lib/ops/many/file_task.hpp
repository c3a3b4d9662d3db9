// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file of many, as seen by the process that decides which files are copied.
#pragma once

#include <optional>

#include "base/files/file_state.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

struct FileTask {
  FileTask(ListedFile& its_file, const CopyOptions& options);

  ListedFile& listed;
  /// The state before the copy; empty for inputs that are not local or not accessible, and with
  /// `follow_external`, because a file's state does not cover other files that contain its values.
  std::optional<base::FileState> input_state;
  bool is_done = false;        ///< a copy already exists and is to be verified
  bool takes_samples = false;  ///< for a plan, which estimates the output's size
};

/// Returns the state of an input, if it suffices to decide whether a copy is outdated.
[[nodiscard]] std::optional<base::FileState> find_input_state(const ListedFile& listed,
                                                              const CopyOptions& options);

}  // namespace ncf::ops
