// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::apps {
namespace {

bool has_printed_pieces = false;

void end_without_reader() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace

// Opened the wrong way round, so that using a closed stream remains an error.
void prepare_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free descriptor is this stream.
    [[maybe_unused]] const int opened =
        ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);  // a reader that is gone: EPIPE
  std::signal(SIGXFSZ, SIG_IGN);  // a file grown beyond its limit: EFBIG
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_piece(std::string_view text) {
  has_printed_pieces = true;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return;
  const std::error_code failure(errno, std::generic_category());
  if (failure == std::errc::broken_pipe) end_without_reader();
  throw Error(ErrorCode::io, "cannot write to standard output: " + failure.message());
}

void print_message(const std::string& text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  if (has_printed_pieces && errno == EPIPE) end_without_reader();
  return false;
}

}  // namespace ncf::apps
