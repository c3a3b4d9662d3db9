// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/input_name.hpp"

#include <filesystem>

#include "ncf/error.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {
namespace {

/// Returns the local path of an input, or the text of its URL up to the path's end.
std::string path_of(const std::string& input) {
  try {
    const auto local = store::find_input_path(input);
    return local ? local->string() : input.substr(0, input.find_first_of("?#"));
  } catch (const Error&) {
    return input;
  }
}

}  // namespace

std::string last_part_of(const std::string& input) {
  std::string path = path_of(input);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

std::string name_of_input(const std::string& input) {
  return std::filesystem::path(last_part_of(input)).stem().string();
}

}  // namespace ncf::ops
