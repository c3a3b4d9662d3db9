// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/target_names.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/files/target_path.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

namespace {

/// Returns the path where an output is written. Links are followed, as in PendingOutput.
fs::path place_of(const fs::path& output) {
  try {
    std::error_code unknown;
    const fs::path place = fs::weakly_canonical(base::follow_links(output), unknown);
    return unknown ? output : place;
  } catch (const Error&) {
    return output;  // links in a circle; copying will report it
  }
}

}  // namespace

TargetNames::TargetNames(const fs::path& folder) {
  std::error_code unknown;
  canonical_folder_ = fs::weakly_canonical(folder, unknown);
}

void TargetNames::add(const ListedFile& listed) {
  const auto [same, is_new] = by_name_.emplace(listed.name, &listed.file);
  if (!is_new) {
    throw Error(ErrorCode::usage, fmt::format("{} and {} would both become {}", same->second->input,
                                              listed.file.input, listed.file.output));
  }
  if (!listed.input_path.empty()) by_input_.emplace(listed.input_path, &listed.file);
}

void TargetNames::require_distinct() const {
  std::map<fs::path, const FileCopy*> by_place;
  for (const auto& [name, file] : by_name_) {
    require_no_store_around(name, *file);
    const fs::path place = place_of(canonical_folder_ / name);
    const auto [same, is_new] = by_place.emplace(place, file);
    if (!is_new) {
      throw Error(
          ErrorCode::usage,
          fmt::format(
              "the copies of {} and {} would replace each other: {} and {} lead to the same file",
              same->second->input, file->input, same->second->output, file->output));
    }
    const auto replaced = by_input_.find(place);
    if (replaced == by_input_.end()) continue;
    if (replaced->second == file) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: input and output are the same file", file->output));
    }
    throw Error(ErrorCode::usage, fmt::format("the copy of {} would replace {}, another input",
                                              file->input, replaced->second->input));
  }
}

void TargetNames::require_no_store_around(const fs::path& name, const FileCopy& file) const {
  for (fs::path above = name.parent_path(); !above.empty(); above = above.parent_path()) {
    const auto around = by_name_.find(above);
    if (around == by_name_.end()) continue;
    throw Error(ErrorCode::usage,
                fmt::format("{} would become {}, and {} would be inside it", around->second->input,
                            around->second->output, file.input));
  }
}

}  // namespace ncf::ops
