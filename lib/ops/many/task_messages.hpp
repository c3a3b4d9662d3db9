// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the process that decides about copies and those that make them tell each other about a file.
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
  std::filesystem::path working_folder;        ///< where relative names start; empty: the present
  std::optional<base::FileState> input_state;  ///< what must be found; empty: not compared
  bool is_done = false;                        ///< a copy exists already; only verify it
  bool takes_samples = false;                  ///< for a plan, which estimates the output's size
  std::size_t copies_at_a_time = 1;            ///< they share threads and memory
  std::optional<SharingRanks> sharing;         ///< ranks that may share the copy
};

[[nodiscard]] std::string format_copy_task(const CopyTask& task);
/// The inverse. throws: Error(corrupt).
[[nodiscard]] CopyTask parse_copy_task(const std::string& text);

/// What became of a file.
[[nodiscard]] std::string format_copy_result(const FileCopy& file);
/// The inverse. throws: Error(corrupt).
[[nodiscard]] FileCopy parse_copy_result(const std::string& text);

}  // namespace ncf::ops
