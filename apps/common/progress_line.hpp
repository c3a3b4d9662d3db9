// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows the progress of long work on standard error: for people in a line, after the first second
// and only on a terminal or on request; for programs in lines of JSON, on request.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ncf::apps {

struct Progress {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_skipped = 0;  ///< part of `bytes_done`; they took no time
  // For work on many files; otherwise 0.
  std::size_t files_done = 0;
  std::size_t files = 0;
  std::size_t files_failed = 0;
};

/// Returns "ncfcopy: 42 % of 1.2 GB, 310.0 MB/s, 2 s left", with the files after the name,
/// shortened to fit `width` columns (0: no limit). Pure.
std::string describe_progress(const std::string& name, const Progress& progress,
                              std::chrono::duration<double> elapsed, std::size_t width);

/// Returns a line with one JSON object, including the end of the line: {"bytes_done": 1, "bytes":
/// 2}. Pure.
std::string format_progress_json(const Progress& progress);

class ProgressLine {
 public:
  enum class Use { on_terminal, always, json, never };

  /// name: of the program. The clock starts now.
  ProgressLine(std::string name, Use use);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  ///< clears the line

  /// Shows the progress. May be called often; updates the line a few times a second at most, and at
  /// the end.
  void show(const Progress& progress);

  /// Prints the last progress as a line that stays, even if progress is not shown.
  /// more: appended to the line.
  void print(const std::string& more = {});

  /// Clears the line for other messages.
  void clear() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  void show_line();
  void show_json();

  std::string name_;
  Progress last_shown_;
  bool is_done_shown_ = false;  ///< in JSON
  bool is_shown_on_terminal_;
  Use use_;                ///< never `on_terminal`
  bool is_there_ = false;  ///< shown on a terminal
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

/// Clears the progress line that a dead process has left on a terminal.
void erase_progress_line() noexcept;

}  // namespace ncf::apps
