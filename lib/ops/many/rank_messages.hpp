// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the processes of a run by MPI tell each other about a file. All have the same options, from
// the same command line, so a task is little more than names.
//
// Pure functions, any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_state.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

/// A file to copy.
struct RankTask {
  ListedFile listed;
  std::filesystem::path working_folder;        ///< of rank 0; relative names start there
  std::optional<base::FileState> input_state;  ///< as rank 0 sees it
  bool is_done = false;                        ///< a copy exists already; only verify it
};

[[nodiscard]] std::string format_rank_task(const RankTask& task);
/// The inverse. throws: Error(corrupt).
[[nodiscard]] RankTask parse_rank_task(const std::string& text);

/// What became of a file.
[[nodiscard]] std::string format_rank_result(const FileCopy& file);
/// The inverse. throws: Error(corrupt).
[[nodiscard]] FileCopy parse_rank_result(const std::string& text);

}  // namespace ncf::ops
