// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/file_list.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::apps::copy {
namespace {

std::string read_all(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

[[noreturn]] void fail(const std::string& path) {
  throw Error(ErrorCode::io, std::generic_category().message(errno == 0 ? EIO : errno))
      .add_context(path);
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
  if (path == "-") return read_all(std::cin);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path);
  std::string text = read_all(file);
  if (file.bad()) fail(path);
  return text;
}

}  // namespace ncf::apps::copy
