// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/named_after.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "filter/registry.hpp"

namespace ncf::plugin {

bool is_named_after(const std::string& path, std::uint32_t filter_id) {
  const std::string name = std::filesystem::path(path).filename();
  const auto holds = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (holds(std::to_string(filter_id))) return true;
  const filter::FilterFacts* facts = filter::find_filter(filter_id);
  return facts != nullptr &&
         (holds(facts->name) || std::any_of(facts->aliases.begin(), facts->aliases.end(), holds));
}

std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id) {
  std::stable_partition(files.begin(), files.end(), [filter_id](const std::string& file) {
    return is_named_after(file, filter_id);
  });
  return files;
}

}  // namespace ncf::plugin
