// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/file_list.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::apps::copy {
namespace {

/// throws: Error(io) with what errno says.
[[noreturn]] void fail(const std::string& path) {
  throw Error(ErrorCode::io, std::generic_category().message(errno))
      .add_context(path == "-" ? "standard input" : path);
}

std::string read_all(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t count = ::read(descriptor, piece.data(), piece.size());
    if (count == 0) return text;
    if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) fail(path);
  }
}

}  // namespace

std::vector<std::string> split_file_list(const std::string& text, char end) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t stop = std::min(text.find(end, begin), text.size());
    if (stop > begin) names.push_back(text.substr(begin, stop - begin));
    begin = stop + 1;
  }
  return names;
}

std::string read_file_list(const std::string& path) {
  if (path == "-") return read_all(STDIN_FILENO, path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path);
  std::string text = read_all(descriptor, path);
  ::close(descriptor);
  return text;
}

}  // namespace ncf::apps::copy
