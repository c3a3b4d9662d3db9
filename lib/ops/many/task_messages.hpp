// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The messages about a file between the process that decides about copies and those that make them.
// All have the same options, so a task is little more than names.
//
// Pure functions, any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/file_state.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/relayed_ranks.hpp"

namespace ncf::ops {

/// A file to copy.
struct CopyTask {
  ListedFile listed;
  std::filesystem::path working_folder;        ///< for relative names; empty for the current one
  std::optional<base::FileState> input_state;  ///< the expected state; not compared if empty
  bool is_done = false;                        ///< a copy already exists; only verify it
  bool takes_samples = false;                  ///< for a plan, which estimates the output's size
  std::size_t copies_at_a_time = 1;            ///< they share threads and memory
  std::optional<SharingRanks> sharing;         ///< ranks that may share the copy
};

[[nodiscard]] std::string format_copy_task(const CopyTask& task);
/// Parses the inverse. throws: Error(internal).
[[nodiscard]] CopyTask parse_copy_task(const std::string& text);

/// Formats the outcome for a file.
[[nodiscard]] std::string format_copy_result(const FileCopy& file);
/// Parses the inverse. throws: Error(internal).
[[nodiscard]] FileCopy parse_copy_result(const std::string& text);

}  // namespace ncf::ops
