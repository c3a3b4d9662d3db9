// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
//   fuzz_replay TARGET FOLDER...
//
// Gives every file of the folders to a fuzz target once, so that earlier findings are tested in
// every preset, without libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// CMakeLists.txt writes the list of the targets, and gives their functions these names.
#define NCF_FUZZ_TARGET(name) \
  extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef NCF_FUZZ_TARGET

namespace {

namespace fs = std::filesystem;

using Target = decltype(fuzz_cdl)*;

#define NCF_FUZZ_TARGET(name) {#name, fuzz_##name},
const std::map<std::string_view, Target> targets = {
#include "fuzz_targets.inc"
};
#undef NCF_FUZZ_TARGET

std::vector<fs::path> files_in(const std::vector<std::string>& folders) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void replay(std::string_view name, Target target, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  // If the target ends the process, the last line printed names the target and the input.
  std::cerr << name << ": " << path.string() << '\n';
  target(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto target = arguments.empty() ? targets.end() : targets.find(arguments.front());
  if (target == targets.end()) {
    std::cerr << "expected a fuzz target and folders of inputs\n";
    return 2;
  }
  const std::vector<fs::path> files = files_in({arguments.begin() + 1, arguments.end()});
  for (const fs::path& file : files) replay(target->first, target->second, file);
  std::cout << files.size() << " inputs\n";
  return files.empty() ? 1 : 0;
}
