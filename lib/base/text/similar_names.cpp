// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/similar_names.hpp"

#include <algorithm>
#include <numeric>

#include "base/text/characters.hpp"

namespace ncf::base {
namespace {

constexpr std::size_t max_similar = 4;
constexpr std::size_t longest_likely_name = 40;  // a longer text is not a misspelt name

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (to_lower(a[i]) == to_lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::size_t> find_similar(std::string_view name,
                                      std::span<const std::string_view> known,
                                      std::size_t most_wrong) {
  std::vector<std::size_t> similar;
  if (name.size() > longest_likely_name) return similar;
  std::size_t nearest = most_wrong;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].size() > name.size() + nearest) continue;  // also saves work on long names
    const std::size_t distance = edit_distance(name, known[i]);
    if (distance > nearest) continue;
    if (distance < nearest) similar.clear();
    nearest = distance;
    if (similar.size() < max_similar) similar.push_back(i);
  }
  return similar;
}

}  // namespace ncf::base
