// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What readers and writers of CDL both know of it.
// source: grammar/cdl.ebnf
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/characters.hpp"

namespace ncf::cdl {

/// In the order in which sections stand; a colon right after one begins it.
inline constexpr std::array<std::string_view, 5> section_names{"types", "dimensions", "variables",
                                                               "data", "group"};

constexpr bool is_section_name(std::string_view name) {
  return std::find(section_names.begin(), section_names.end(), name) != section_names.end();
}

constexpr bool is_blank(char c) { return base::is_blank(c) || c == '\f'; }

}  // namespace ncf::cdl
