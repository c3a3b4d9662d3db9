// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "common/standard_streams.hpp"

namespace ncf::apps {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr const char* erased_line = "\r\x1b[K";
constexpr std::chrono::milliseconds before_first{1000};
constexpr std::chrono::milliseconds between{200};
constexpr std::chrono::milliseconds between_where_lines_stay{5000};

// Returns false if the terminal cannot rewrite a line, or there is no terminal.
bool can_rewrite_lines() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string(terminal) != "dumb";
}

std::string format_size(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.95 && unit + 1 < std::size(units)) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", bytes, units[unit]);
}

std::string format_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

// Returns "12 of 300 files (1 failed), "; empty for a single file.
std::string describe_files(const Progress& progress) {
  if (progress.files == 0) return {};
  const std::string failed =
      progress.files_failed == 0 ? "" : fmt::format(" ({} failed)", progress.files_failed);
  return fmt::format("{} of {}{}, ", progress.files_done, format_count(progress.files, "file"),
                     failed);
}

}  // namespace

std::string describe_progress(const std::string& name, const Progress& progress, Seconds elapsed,
                              std::size_t width) {
  const auto done = static_cast<double>(std::min(progress.bytes_done, progress.bytes));
  const auto all = static_cast<double>(progress.bytes);
  const double worked = std::max(0.0, done - static_cast<double>(progress.bytes_skipped));
  const double rate = worked / std::max(1e-9, elapsed.count());
  const std::string percent = fmt::format("{}: {}{:.0f} %", name, describe_files(progress),
                                          all > 0 ? std::floor(100 * done / all) : 0.0);
  const std::string size = " of " + format_size(all);
  const std::string speed = fmt::format(", {}/s", format_size(rate));
  const std::string left =
      worked > 0 ? fmt::format(", {} left", format_time((all - done) / rate)) : "";
  for (const std::string& text :
       {percent + size + speed + left, percent + size + left, percent + left}) {
    // A terminal may wrap after its last column.
    if (width == 0 || text.size() < width) return text;
  }
  return percent.substr(0, width - 1);
}

std::string format_progress_json(const Progress& progress) {
  const std::string files =
      progress.files == 0 ? ""
                          : fmt::format(R"(, "files_done": {}, "files": {}, "files_failed": {})",
                                        progress.files_done, progress.files, progress.files_failed);
  return fmt::format(R"({{"bytes_done": {}, "bytes": {}{}}})", progress.bytes_done, progress.bytes,
                     files) +
         "\n";
}

ProgressLine::ProgressLine(std::string name, Use use)
    : name_(std::move(name)), is_shown_on_terminal_(can_rewrite_lines()), use_(use) {
  if (use == Use::on_terminal) use_ = is_shown_on_terminal_ ? Use::always : Use::never;
}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const Progress& progress) {
  last_shown_ = progress;
  if (use_ == Use::always) show_line();
  if (use_ == Use::json) show_json();
}

void ProgressLine::show_line() {
  const Clock::time_point now = Clock::now();
  const auto wait = is_shown_on_terminal_ ? between : between_where_lines_stay;
  if (now - begin_ < before_first || (last_ != begin_ && now - last_ < wait)) return;
  last_ = now;
  const std::size_t width = is_shown_on_terminal_ ? message_width() : 0;
  const std::string text = describe_progress(name_, last_shown_, now - begin_, width);
  print_unescaped(is_shown_on_terminal_ ? "\r" + text + "\x1b[K" : text + "\n");
  is_there_ = is_shown_on_terminal_;
}

void ProgressLine::show_json() {
  const Clock::time_point now = Clock::now();
  const bool is_first = last_ == begin_;
  const bool is_done = last_shown_.bytes_done >= last_shown_.bytes;
  const bool is_news = is_done && !is_done_shown_;
  if (!is_first && !is_news && now - last_ < between) return;
  last_ = now;
  is_done_shown_ = is_done;
  print_unescaped(format_progress_json(last_shown_));
}

void ProgressLine::print(const std::string& more) {
  clear();
  print_message(describe_progress(name_, last_shown_, Clock::now() - begin_, 0) + more);
}

void ProgressLine::clear() noexcept {
  if (!is_there_) return;
  is_there_ = false;
  print_unescaped(erased_line);
}

void erase_progress_line() noexcept {
  if (can_rewrite_lines()) print_unescaped(erased_line);
}

}  // namespace ncf::apps
