// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/cd_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"

namespace ncf::filter {
namespace {

bool is_choice_number(const Parameter& parameter, std::uint32_t number) {
  return std::ranges::any_of(parameter.choices,
                             [number](const Choice& choice) { return choice.number == number; });
}

/// Returns a choice's number without its flags.
std::uint32_t without_flags(const Parameter& parameter, double value) {
  auto number = static_cast<std::uint32_t>(value);
  for (const Choice& flag : parameter.flags) number &= ~flag.number;
  return number;
}

std::uint32_t to_cd_value(double value) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

void write_value(const Parameter& parameter, double value, std::vector<std::uint32_t>& cd_values) {
  if (parameter.kind != Kind::real) {
    cd_values.push_back(to_cd_value(value));
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  auto first = static_cast<std::uint32_t>(bits);
  auto second = static_cast<std::uint32_t>(bits >> 32);
  if (parameter.high_word_first) std::swap(first, second);
  cd_values.push_back(first);
  cd_values.push_back(second);
}

std::string expected_choice(const Parameter& parameter) {
  std::vector<std::string> texts;
  for (const Choice& choice : parameter.choices) {
    texts.push_back(base::concat({choice.name, " (", std::to_string(choice.number), ")"}));
  }
  return alternatives(texts);
}

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

std::string format_number(double value) {
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? std::to_string(static_cast<std::int64_t>(value)) : base::format_real(value);
}

bool is_given(const Parameter& parameter) noexcept {
  return parameter.kind != Kind::automatic && parameter.kind != Kind::mode;
}

std::size_t width(const Parameter& parameter) noexcept {
  return parameter.kind == Kind::real ? 2 : 1;
}

std::size_t width(const Layout& layout) noexcept {
  std::size_t cd_values = 0;
  for (const Parameter& parameter : layout.parameters) cd_values += width(parameter);
  return cd_values;
}

const Parameter* find_parameter(const Layout& layout, std::string_view name) noexcept {
  for (const Parameter& parameter : layout.parameters) {
    if (is_given(parameter) && base::equals_ignoring_case(parameter.name, name)) return &parameter;
  }
  return nullptr;
}

const Choice* find_choice(const Parameter& parameter, std::string_view name) noexcept {
  for (const Choice& choice : parameter.choices) {
    if (base::equals_ignoring_case(choice.name, name)) return &choice;
  }
  return nullptr;
}

bool allows(const Parameter& parameter, double value) noexcept {
  switch (parameter.kind) {
    case Kind::automatic:
    case Kind::number_type:
      return true;
    case Kind::mode:
      return value == parameter.default_value;
    case Kind::real:
      return value >= parameter.minimum && value <= parameter.maximum;
    case Kind::choice:
      return value >= 0 && value <= largest_cd_value && value == std::floor(value) &&
             is_choice_number(parameter, without_flags(parameter, value));
    case Kind::integer:
      return value >= parameter.minimum && value <= parameter.maximum &&
             std::fmod(value, parameter.multiple_of) == 0;
  }
  return false;
}

std::string expected(const Parameter& parameter) {
  if (parameter.kind == Kind::choice) return expected_choice(parameter);
  if (parameter.kind == Kind::number_type) return "a type of numbers such as \"<i4\"";
  if (parameter.minimum == -unbounded) return "a number";
  const std::string minimum = format_number(parameter.minimum);
  std::string range = parameter.maximum == unbounded
                          ? minimum + " or more"
                          : minimum + " to " + format_number(parameter.maximum);
  if (parameter.kind == Kind::real || parameter.multiple_of == 1) return range;
  return base::concat({range, " in steps of ", std::to_string(parameter.multiple_of)});
}

std::string format_value(const Parameter& parameter, double value) {
  if (parameter.kind == Kind::choice && value >= 0 && value <= largest_cd_value) {
    const std::uint32_t number = without_flags(parameter, value);
    for (const Choice& choice : parameter.choices) {
      if (choice.number == number) return std::string(choice.name);
    }
  }
  return format_number(value);
}

std::string format_flags(const Parameter& parameter, double value) {
  std::string text;
  if (!(value >= 0 && value <= largest_cd_value)) return text;
  for (const Choice& flag : parameter.flags) {
    if ((to_cd_value(value) & flag.number) == 0) continue;
    text.append(text.empty() ? "" : ", ").append(flag.name);
  }
  return text;
}

double read_value(const Parameter& parameter, std::span<const std::uint32_t> cd_values) {
  if (parameter.kind == Kind::real) {
    std::uint64_t low = cd_values[0];
    std::uint64_t high = cd_values[1];
    if (parameter.high_word_first) std::swap(low, high);
    return std::bit_cast<double>(high << 32 | low);
  }
  if (parameter.kind == Kind::integer && parameter.minimum < 0) {
    return std::bit_cast<std::int32_t>(cd_values[0]);
  }
  return cd_values[0];
}

std::vector<std::uint32_t> write_cd_values(const Layout& layout, const Values& values) {
  std::vector<std::uint32_t> cd_values;
  std::size_t meaningful = 0;  // cd_values up to the last that is not automatic
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    const Parameter& parameter = layout.parameters[i];
    const std::optional<double> value = values[i] ? values[i] : parameter.default_value;
    if (!value && parameter.may_be_left_out) break;
    write_value(parameter, value.value_or(0), cd_values);
    if (parameter.kind != Kind::automatic) meaningful = cd_values.size();
  }
  cd_values.resize(std::max(meaningful, std::min(layout.min_cd_values, cd_values.size())));
  return cd_values;
}

std::string alternatives(std::span<const std::string> texts) {
  std::string list;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) list += i + 1 == texts.size() ? " or " : ", ";
    list += texts[i];
  }
  return list;
}

// ---- reading ----

std::optional<double> value_of(const Reading& reading, std::string_view name) {
  const auto parameters = reading.layout->parameters;
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
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
  return *std::ranges::find(facts.visible, mode, &Layout::mode);
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
