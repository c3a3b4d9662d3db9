// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/named_after.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::plugin {

bool is_named_after(const std::string& path, std::uint32_t filter_id) {
  const std::string name = std::filesystem::path(path).filename();
  const auto holds = [&](std::string_view part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(), [](char a, char b) {
             return base::to_lower(a) == base::to_lower(b);
           }) != name.end();
  };
  if (holds(std::to_string(filter_id))) return true;
  const filter::FilterFacts* facts = filter::find_filter(filter_id);
  return facts != nullptr &&
         (holds(facts->name) || std::any_of(facts->aliases.begin(), facts->aliases.end(), holds));
}

std::vector<std::uint32_t> filters_named_by(const std::string& path) {
  std::vector<std::uint32_t> ids;
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    if (!facts.providers.hdf5 && is_named_after(path, facts.id)) ids.push_back(facts.id);
  }
  return ids;
}

std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id) {
  std::stable_partition(files.begin(), files.end(), [filter_id](const std::string& file) {
    return is_named_after(file, filter_id);
  });
  return files;
}

}  // namespace ncf::plugin
