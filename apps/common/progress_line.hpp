// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One line on standard error that tells how far long work is: nothing in the first second, nothing
// where nobody looks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ncf::apps {

/// "ncfcopy: 42 % of 1.2 GB, 310.0 MB/s, 2 s left", or less of it where `width` columns are too
/// few; 0 is enough for all. Pure.
std::string describe_progress(const std::string& name, std::uint64_t bytes_done,
                              std::uint64_t bytes, std::chrono::duration<double> elapsed,
                              std::size_t width);

class ProgressLine {
 public:
  enum class Use { on_terminal, always, never };

  /// name: what the program is called. The clock starts now.
  ProgressLine(std::string name, Use use);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  ///< clears the line

  /// May be called often; shows a few lines a second at most.
  void show(std::uint64_t bytes_done, std::uint64_t bytes);

  /// Gives the line back to other messages.
  void clear() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  std::string name_;
  bool is_shown_on_terminal_;
  bool is_used_;
  bool is_there_ = false;  ///< on a terminal, to be cleared
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

/// What a process that died has left of its line, on a terminal.
void erase_progress_line() noexcept;

}  // namespace ncf::apps
