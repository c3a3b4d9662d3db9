// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the CDL language that reader and writer share.
// source: grammar/cdl.ebnf
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/characters.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {

/// The sections in their order. A name directly followed by a colon begins the section.
inline constexpr std::array<std::string_view, 5> section_names{"types", "dimensions", "variables",
                                                               "data", "group"};

constexpr bool is_section_name(std::string_view name) {
  return std::ranges::find(section_names, name) != section_names.end();
}

/// The text that represents the fill value.
inline constexpr std::string_view fill_mark = "_";

/// The text that represents 0 if no member of an enumeration is 0.
inline constexpr std::string_view no_member = "_UNDEFINED";

/// Returns the member of this name, or null.
inline const model::EnumMember* find_member(const model::Type& enumeration, std::string_view name) {
  const auto found = std::ranges::find(enumeration.members, name, &model::EnumMember::name);
  return found == enumeration.members.end() ? nullptr : &*found;
}

/// Returns whether the mark is a member of this enumeration; among its values it then means the
/// member.
inline bool has_member_as_fill_mark(const model::Type& enumeration) {
  return find_member(enumeration, fill_mark) != nullptr;
}

constexpr bool is_blank(char c) { return base::is_blank(c) || c == '\f'; }

}  // namespace ncf::cdl
