// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_name.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/files/target_path.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
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
