// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/input_name.hpp"

#include <filesystem>

#include "store/input.hpp"

namespace ncf::ops {

std::string name_of_input(const std::string& input) {
  const auto local = store::find_input_path(input);
  std::string path = local ? local->string() : input.substr(0, input.find_first_of("?#"));
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return std::filesystem::path(path).stem().string();
}

}  // namespace ncf::ops
