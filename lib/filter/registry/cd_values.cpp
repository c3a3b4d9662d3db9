// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/cd_values.hpp"

#include <utility>

namespace ncf::filter {
namespace {

/// Returns the number of cd_values that the filter sets itself before the first user's.
std::size_t leading_automatic_cd_values(const Layout& layout) {
  std::size_t count = 0;
  for (const Parameter& parameter : layout.parameters) {
    if (parameter.kind != Kind::automatic) return count;
    count += width(parameter);
  }
  return 0;  // all cd_values are automatic: they lead to nothing
}

bool fits_number(const Layout& layout, std::size_t n_cd_values) {
  if (n_cd_values < layout.min_cd_values || n_cd_values > width(layout)) return false;
  return n_cd_values == 0 || n_cd_values >= leading_automatic_cd_values(layout);
}

/// Returns the values of the cd_values read by a layout; empty if the mode differs or a value is
/// incomplete.
std::optional<Reading> read_by(const Layout& layout, std::span<const std::uint32_t> cd_values) {
  if (!fits_number(layout, cd_values.size())) return std::nullopt;
  Reading reading{&layout, Values(layout.parameters.size()), std::nullopt};
  std::size_t at = 0;
  for (std::size_t i = 0; i < layout.parameters.size() && at < cd_values.size(); ++i) {
    const Parameter& parameter = layout.parameters[i];
    if (at + width(parameter) > cd_values.size()) return std::nullopt;
    const double value = read_value(parameter, cd_values.subspan(at));
    reading.values[i] = value;
    if (!allows(parameter, value)) {
      if (parameter.kind == Kind::mode) return std::nullopt;
      if (!reading.fault) reading.fault = CdValueFault{at, &parameter, value};
    }
    at += width(parameter);
  }
  return reading;
}

/// Returns the first reading without a fault; otherwise the first reading.
std::optional<Reading> read_by_any(std::span<const Layout> layouts,
                                   std::span<const std::uint32_t> cd_values) {
  std::optional<Reading> faulty;
  for (const Layout& layout : layouts) {
    std::optional<Reading> reading = read_by(layout, cd_values);
    if (reading && !reading->fault) return reading;
    if (!faulty) faulty = std::move(reading);
  }
  return faulty;
}

}  // namespace

std::optional<double> value_of(const Reading& reading, std::string_view name) {
  const auto parameters = reading.layout->parameters;
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [name](const Parameter& parameter) { return parameter.name == name; });
  return reading.values.at(static_cast<std::size_t>(found - parameters.begin()));
}

bool has_value_of_filter(const Reading& reading) noexcept {
  for (std::size_t i = 0; i < reading.values.size(); ++i) {
    const bool is_automatic = reading.layout->parameters[i].kind == Kind::automatic;
    if (is_automatic && reading.values[i].value_or(0) != 0) return true;
  }
  return false;
}

const Layout& get_layout_of_mode(const FilterFacts& facts, std::string_view mode) noexcept {
  return *std::find_if(facts.visible.begin(), facts.visible.end(),
                       [mode](const Layout& layout) { return layout.mode == mode; });
}

std::optional<Reading> read_cd_values(const FilterFacts& facts,
                                      std::span<const std::uint32_t> cd_values, Form likely) {
  if (facts.read_working != nullptr) {
    if (const auto visible = facts.read_working(cd_values)) {
      return read_by_any(facts.visible, *visible);
    }
  }
  const bool visible_first = likely == Form::visible;
  auto first = read_by_any(visible_first ? facts.visible : facts.working, cd_values);
  if (first && !first->fault) return first;
  auto second = read_by_any(visible_first ? facts.working : facts.visible, cd_values);
  if (second && !second->fault) return second;
  return first ? first : second;
}

}  // namespace ncf::filter
