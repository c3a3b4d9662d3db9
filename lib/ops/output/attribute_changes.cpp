// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/attribute_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ops/report/quantities.hpp"

namespace ncf::ops {

void AttributeChanges::add(AttributeChange change, const std::string& name,
                           const std::string& detail) {
  const auto same = std::ranges::find_if(
      groups_, [&](const Group& group) { return group.change.several == change.several; });
  Group& group = same == groups_.end() ? groups_.emplace_back(Group{std::move(change)}) : *same;
  if (group.names.empty()) group.first_name = name;
  group.names.push_back(detail.empty() ? name : fmt::format("{} ({})", name, detail));
}

void AttributeChanges::tell(std::vector<std::string>& notes) const {
  for (const Group& group : groups_) {
    notes.push_back(
        group.names.size() == 1
            ? fmt::format("attribute {}{}", group.first_name, group.change.one)
            : fmt::format("attributes {}{}", format_few(group.names), group.change.several));
  }
}

}  // namespace ncf::ops
