// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a copy of an earlier run still counts, and if not, why.
#pragma once

#include <string>

#include "ops/many/file_task.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf::ops {

/// What is known of an earlier copy.
struct EarlierCopy {
  std::string outdated;        ///< why it is made again: "other options"; empty if it still counts
  bool has_new_state = false;  ///< its state differs from the journal's, but its contents do not
};

/// Compares a line of a journal with a file as it is now. If only the state of a file has changed,
/// and the line has its checksum, the file is read. In place, the input was replaced.
[[nodiscard]] EarlierCopy examine_copy(const JournalLine& made, const FileTask& asked,
                                       const CopyOptions& options);

}  // namespace ncf::ops
