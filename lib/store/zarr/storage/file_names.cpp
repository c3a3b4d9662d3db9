// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/file_names.hpp"

#include <algorithm>
#include <iterator>

namespace ncf::store::zarr {
namespace {

constexpr std::string_view digits = "0123456789";

/// Returns whether a name is zarr-python's "0.<32 hexadecimal digits>.partial", which it renames
/// when complete.
bool is_partial_name(std::string_view name) {
  constexpr std::string_view suffix = ".partial";
  constexpr std::size_t random_digits = 32;
  if (!name.ends_with(suffix)) return false;
  name.remove_suffix(suffix.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() - dot - 1 != random_digits) return false;
  return name.find_first_not_of("0123456789abcdef", dot + 1) == std::string_view::npos;
}

}  // namespace

bool is_metadata_name(std::string_view name) {
  static constexpr std::string_view names[] = {".zgroup", ".zarray", ".zattrs", ".zmetadata",
                                               "zarr.json"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names) ||
         name.starts_with(".ncz");
}

bool is_metadata_key(std::string_view key) {
  return is_metadata_name(key.substr(key.rfind('/') + 1));
}

bool is_chunk_name(std::string_view name) {
  if (name == "c") return true;
  if (name.starts_with("c.")) name.remove_prefix(2);
  if (name.empty()) return false;
  while (true) {
    const std::size_t end = std::min(name.find_first_not_of(digits), name.size());
    if (end == 0) return false;
    if (end == name.size()) return true;
    if (name[end] != '.') return false;
    name.remove_prefix(end + 1);
  }
}

bool is_litter_name(std::string_view name) {
  return name == ".DS_Store" || name.starts_with("._") || name.starts_with(".nfs") ||
         is_partial_name(name);
}

}  // namespace ncf::store::zarr
