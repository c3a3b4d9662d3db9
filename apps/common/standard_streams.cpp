// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

#include "ncf/error.hpp"
#include "ncf/escape_controls.hpp"

namespace ncf::apps {
namespace {

bool has_printed_pieces = false;

void end_without_reader() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

/// Escapes a text of several lines. separator: between two lines; its first character ends a line.
std::string escape_between(std::string_view text, std::string_view separator) {
  std::string escaped;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    escaped += escape_controls(text.substr(0, end));
    if (end == text.size()) return escaped;
    escaped += text[end];
    text.remove_prefix(end + 1);
  }
}

std::size_t width_of(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

// Opened in the wrong direction, so that using a closed stream remains an error.
void prepare_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free descriptor is this stream.
    [[maybe_unused]] const int opened =
        ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported as EPIPE
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond its size limit is reported as EFBIG
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_piece(std::string_view text) {
  has_printed_pieces = true;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return;
  const std::error_code failure(errno, std::generic_category());
  if (failure == std::errc::broken_pipe) end_without_reader();
  throw Error(ErrorCode::io, "cannot write to standard output: " + failure.message());
}

std::string format_count(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string escape_lines(std::string_view text) { return escape_between(text, "\n"); }

void print_message(std::string_view text) noexcept {
  try {
    print_unescaped(escape_between(text, "\n  ") + '\n');
  } catch (const std::bad_alloc&) {
    print_unescaped("out of memory\n");
  }
}

void print_unescaped(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  if (has_printed_pieces && errno == EPIPE) end_without_reader();
  return false;
}

std::size_t output_width() { return width_of(STDOUT_FILENO); }

std::size_t message_width() { return width_of(STDERR_FILENO); }

}  // namespace ncf::apps
