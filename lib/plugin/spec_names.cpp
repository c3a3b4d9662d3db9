// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/spec_names.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::plugin {
namespace {

/// source: grammar/filter-spec.ebnf, rule name
bool is_spec_name(std::string_view text) {
  return !text.empty() && base::is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), base::is_name_character) &&
         !base::equals_ignoring_case(text, "none");
}

}  // namespace

std::map<std::uint32_t, std::string> spec_names(const std::vector<PairedFilter>& filters) {
  std::map<std::uint32_t, std::string> names;
  const auto is_free = [&](std::string_view name) {
    return filter::find_filter(name) == nullptr &&
           std::none_of(names.begin(), names.end(), [name](const auto& taken) {
             return base::equals_ignoring_case(taken.second, name);
           });
  };
  for (const PairedFilter& paired : filters) {
    if (const filter::FilterFacts* facts = filter::find_filter(paired.id)) {
      names[paired.id] = facts->name;
      continue;
    }
    for (const std::string& name : {paired.codec ? paired.codec->name : std::string(),
                                    paired.filter ? paired.filter->name : std::string()}) {
      if (names.contains(paired.id) || !is_spec_name(name) || !is_free(name)) continue;
      names[paired.id] = name;
    }
  }
  return names;
}

std::optional<std::uint32_t> find_id_of_plugin(std::string_view name) {
  for (const auto& [id, known] : spec_names(pair_libraries(survey_libraries()))) {
    if (base::equals_ignoring_case(known, name)) return id;
  }
  return std::nullopt;
}

}  // namespace ncf::plugin
