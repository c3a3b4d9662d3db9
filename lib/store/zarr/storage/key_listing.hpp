// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The entries of a folder in a store that has only keys. Any thread.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Returns the beginning of all keys below a folder.
inline std::string prefix_of(std::string_view folder) {
  return folder.empty() ? "" : std::string(folder) + '/';
}

/// Returns the entries directly below a folder, sorted by name, and skips everything below them.
/// first: finds the first of the sorted keys that is not less than a text. key_of: returns the key
/// at a position.
template <class First, class End, class KeyOf>
std::vector<Entry> list_keys(std::string_view folder, First first, End end, KeyOf key_of) {
  constexpr char after_slash = '/' + 1;
  const std::string prefix = prefix_of(folder);
  std::vector<Entry> entries;
  for (auto at = first(prefix); at != end;) {
    const std::string_view key = key_of(at);
    if (!key.starts_with(prefix)) break;
    const std::string_view rest = key.substr(prefix.size());
    const std::size_t slash = rest.find('/');
    const bool is_folder = slash != std::string_view::npos;
    entries.push_back({std::string(rest.substr(0, slash)), is_folder});
    if (is_folder) {
      at = first(prefix + entries.back().name + after_slash);
    } else {
      ++at;
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

/// Returns whether there are folders among these entries.
template <class First, class End, class KeyOf>
bool has_folders(std::string_view folder, First first, End end, KeyOf key_of) {
  const std::string prefix = prefix_of(folder);
  for (auto at = first(prefix); at != end && key_of(at).starts_with(prefix); ++at) {
    if (key_of(at).find('/', prefix.size()) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace ncf::store::zarr
