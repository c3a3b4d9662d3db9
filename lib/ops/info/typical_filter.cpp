// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/typical_filter.hpp"

#include <algorithm>

#include "filter/registry/registry.hpp"

namespace ncf::ops {
namespace {

using filter::Layout;
using filter::Parameter;

bool must_be_given(const Parameter& parameter) {
  return is_given(parameter) && !parameter.default_value && !parameter.may_be_left_out;
}

bool needs_nothing(const Layout& layout) {
  return std::none_of(layout.parameters.begin(), layout.parameters.end(), must_be_given);
}

filter::Values smallest_values(const Layout& layout) {
  filter::Values values;
  for (const Parameter& parameter : layout.parameters) {
    values.push_back(must_be_given(parameter) ? std::optional(parameter.minimum) : std::nullopt);
  }
  return values;
}

}  // namespace

std::optional<Filter> typical_filter(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  if (facts == nullptr || facts->visible.empty()) return std::nullopt;
  const auto easy = std::find_if(facts->visible.begin(), facts->visible.end(), needs_nothing);
  const Layout& layout = easy == facts->visible.end() ? facts->visible.front() : *easy;
  return Filter{id, write_cd_values(layout, smallest_values(layout))};
}

}  // namespace ncf::ops
