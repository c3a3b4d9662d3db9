// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/trees/listed_inputs.hpp"

#include <filesystem>

#include "ncf/error.hpp"
#include "ops/trees/tree_walk.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {
namespace {

std::uint64_t size_of(const std::string& input) {
  try {
    return store::input_bytes(store::find_input(input));
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

std::vector<ListedInput> list_inputs(const std::vector<std::string>& inputs) {
  std::vector<ListedInput> files;
  for (const std::string& input : inputs) {
    if (!is_tree(input)) {
      files.push_back({input, size_of(input)});
      continue;
    }
    for (const TreeEntry& entry : walk_tree(input, {{}, {}}, {})) {
      using Kind = TreeEntry::Kind;
      if (entry.kind == Kind::other_file || entry.kind == Kind::left_out) continue;
      files.push_back({(std::filesystem::path(input) / entry.relative).string(), entry.bytes});
    }
  }
  if (files.empty()) {
    throw Error(ErrorCode::not_found, "contains no netCDF file and no Zarr store")
        .add_context(inputs.front());
  }
  return files;
}

}  // namespace ncf::ops
