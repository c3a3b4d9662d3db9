// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/target_names.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

#include "base/files/paths.hpp"
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

namespace {

constexpr std::string_view name_mark = "{name}";
constexpr std::string_view suffix_mark = "{suffix}";

std::string replace_all(std::string text, std::string_view mark, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
    text.replace(at, mark.size(), value);
  }
  return text;
}

/// Fills in the parts of the pattern one by one, because a name may contain a text that looks like
/// a mark.
std::string fill_in(const std::string& pattern, const std::string& name,
                    const std::string& suffix) {
  std::string text;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = pattern.find(name_mark, begin)) != std::string::npos;
       begin = at + name_mark.size()) {
    text += replace_all(pattern.substr(begin, at - begin), suffix_mark, suffix) + name;
  }
  return text + replace_all(pattern.substr(begin), suffix_mark, suffix);
}

}  // namespace

OutputName::OutputName(const std::string& pattern)
    : pattern_(pattern.empty() ? "{name}{suffix}" : pattern) {
  const auto refuse = [&](std::string_view reason) {
    throw Error(ErrorCode::usage, fmt::format("--rename '{}': {}", pattern, reason));
  };
  if (pattern_.find(name_mark) == std::string::npos) {
    refuse("expected {name}, which stands for the input's name without its suffix");
  }
  if (fill_in(pattern_, "", "").find_first_of("{}") != std::string::npos) {
    refuse("expected no braces but those of {name} and {suffix}");
  }
  if (pattern_.find('/') != std::string::npos) {
    refuse("expected a file name, without a folder");
  }
}

std::filesystem::path OutputName::of(const std::filesystem::path& path) const {
  const std::string name = fill_in(pattern_, path.stem().string(), path.extension().string());
  return path.parent_path() / name;
}

std::filesystem::path whole_path(const std::string& path) {
  const std::filesystem::path whole = base::absolute_path(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace ncf::ops
