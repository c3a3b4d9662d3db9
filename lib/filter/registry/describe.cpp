// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/describe.hpp"

#include <fmt/format.h>

#include "base/text/messages.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter {
namespace {

std::string format_parts(const FilterFacts& facts, const Layout& layout, const Values& values,
                         std::string_view separator) {
  std::string text(facts.name);
  const auto add = [&](std::string_view part) { text.append(separator).append(part); };
  // `zfp rate=8` already implies its mode; `zfp reversible` has no other parameter.
  if (!layout.mode.empty() && find_parameter(layout, layout.mode) == nullptr) add(layout.mode);
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    const Parameter& parameter = layout.parameters[i];
    const std::optional<double> value = values[i] ? values[i] : parameter.default_value;
    if (!is_given(parameter) || !value) continue;
    add(fmt::format("{}={}", parameter.name, format_value(parameter, *value)));
  }
  return text;
}

std::string describe_cd_values(std::uint32_t id, std::span<const std::uint32_t> cd_values,
                               Form likely) {
  const FilterFacts* facts = find_filter(id);
  if (facts != nullptr) {
    if (const auto reading = read_cd_values(*facts, cd_values, likely)) {
      return format_parts(*facts, *reading->layout, reading->values, " ");
    }
  }
  const std::string name = facts != nullptr  ? std::string(facts->name)
                           : id > highest_id ? filter_title(id)
                                             : fmt::format("filter {}", id);
  if (cd_values.empty()) return name;
  return fmt::format("{} ({})", name, base::format_count(cd_values.size(), "parameter"));
}

template <typename AnyFilter>
std::string flag_text(const AnyFilter& filter) {
  return has_usual_flag(filter) ? "" : fmt::format(" ({})", name_of(filter.flag));
}

template <typename AnyChain>
std::string describe_all(const AnyChain& chain) {
  std::string text;
  for (const auto& filter : chain) {
    if (!text.empty()) text += " | ";
    text += describe(filter);
  }
  return text;
}

}  // namespace

std::string describe(const Filter& filter) {
  return describe_cd_values(filter.id, filter.parameters, Form::visible).append(flag_text(filter));
}

std::string describe(const StoredFilter& filter) {
  return describe_cd_values(filter.id, filter.parameters, Form::working).append(flag_text(filter));
}

std::string describe(const Chain& chain) { return describe_all(chain); }

std::string describe(const StoredChain& chain) { return describe_all(chain); }

std::string format_named(const FilterFacts& facts, const Layout& layout, const Values& values) {
  return format_parts(facts, layout, values, ",");
}

}  // namespace ncf::filter
