// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "filter/registry/cd_values.hpp"

namespace ncf::filter {
namespace {

bool is_visible_layout(const FilterFacts& facts, const Layout& layout) {
  return std::any_of(facts.visible.begin(), facts.visible.end(),
                     [&layout](const Layout& visible) { return &visible == &layout; });
}

/// Returns the cd_values, with 0 for those that the filter sets itself.
std::vector<std::uint32_t> without_cd_values_of_filter(const Layout& layout,
                                                       std::vector<std::uint32_t> cd_values) {
  std::size_t at = 0;
  for (const Parameter& parameter : layout.parameters) {
    if (at >= cd_values.size()) break;
    if (parameter.kind == Kind::automatic) cd_values[at] = 0;
    at += width(parameter);
  }
  return cd_values;
}

}  // namespace

std::optional<Filter> find_visible_form(std::uint32_t id, std::span<const std::uint32_t> cd_values,
                                        Form likely) {
  const FilterFacts* facts = find_filter(id);
  if (facts == nullptr) return std::nullopt;
  if (facts->read_working != nullptr) {
    if (auto visible = facts->read_working(cd_values)) return Filter{id, std::move(*visible)};
  }
  const std::optional<Reading> reading = read_cd_values(*facts, cd_values, likely);
  if (!reading || reading->fault) return std::nullopt;
  if (is_visible_layout(*facts, *reading->layout)) {
    return Filter{
        id, without_cd_values_of_filter(*reading->layout, {cd_values.begin(), cd_values.end()})};
  }

  // Missing cd_values stay missing, so that the same cd_values are stored again.
  const Layout& layout = get_layout_of_mode(*facts, reading->layout->mode);
  Values values;
  for (const Parameter& parameter : layout.parameters) {
    const std::optional<double> value = value_of(*reading, parameter.name);
    if (!value) break;
    values.push_back(parameter.kind == Kind::automatic ? 0 : value);
  }
  const Layout held{layout.mode, layout.parameters.first(values.size()), layout.min_cd_values};
  return Filter{id, write_cd_values(held, values)};
}

Filter to_visible_form(std::uint32_t id, std::vector<std::uint32_t> cd_values, Form likely) {
  if (auto visible = find_visible_form(id, cd_values, likely)) return std::move(*visible);
  return {id, std::move(cd_values)};
}

bool ask_alike(const Filter& a, const Filter& b) {
  if (a.id != b.id) return false;
  if (a.parameters == b.parameters) return true;
  const FilterFacts* facts = find_filter(a.id);
  if (facts == nullptr) return false;
  const auto one = read_cd_values(*facts, a.parameters, Form::visible);
  const auto other = read_cd_values(*facts, b.parameters, Form::visible);
  if (!one || !other || one->layout != other->layout) return false;
  for (std::size_t i = 0; i < one->values.size(); ++i) {
    const Parameter& parameter = one->layout->parameters[i];
    const auto value_in = [&](const Reading& reading) {
      return reading.values[i] ? reading.values[i] : parameter.default_value;
    };
    if (is_given(parameter) && value_in(*one) != value_in(*other)) return false;
  }
  return true;
}

}  // namespace ncf::filter

namespace ncf {

Filter visible_form(const StoredFilter& filter) {
  Filter visible = filter::to_visible_form(filter.id, filter.parameters, filter::Form::working);
  visible.flag = filter.flag;
  return visible;
}

Chain visible_form(const StoredChain& chain) {
  Chain visible;
  for (const StoredFilter& filter : chain) visible.push_back(visible_form(filter));
  return visible;
}

}  // namespace ncf
