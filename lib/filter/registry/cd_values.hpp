// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a filter's parameters as text and as cd_values, according to the layouts of its
// facts, and cd_values in either form as values. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/facts.hpp"

namespace ncf::filter {

/// Returns "5", "0.001": a whole number without a fraction.
std::string format_number(double value);

/// Returns whether users can give this parameter.
bool is_given(const Parameter& parameter) noexcept;

/// Returns the number of cd_values that the parameter takes: 1 or 2.
std::size_t width(const Parameter& parameter) noexcept;

/// Returns the number of cd_values of the whole layout.
std::size_t width(const Layout& layout) noexcept;

/// Returns the parameter with this name, ignoring case, or null.
const Parameter* find_parameter(const Layout& layout, std::string_view name) noexcept;

/// Returns the choice with this name, ignoring case, or null.
const Choice* find_choice(const Parameter& parameter, std::string_view name) noexcept;

/// Returns whether the parameter allows this value; for a choice, its number.
bool allows(const Parameter& parameter, double value) noexcept;

/// Returns the allowed values, for messages: "1 to 9", "none (0), byte (1) or bit (2)".
std::string expected(const Parameter& parameter);

/// Returns the value as text that a user can write: "5", "byte", "0.001".
std::string format_value(const Parameter& parameter, double value);

/// Returns the names of the flags in a choice's value: "allow_k13, raw".
std::string format_flags(const Parameter& parameter, double value);

/// Returns the value in the cd_values at `cd_values[0]`. cd_values: at least `width(parameter)`.
double read_value(const Parameter& parameter, std::span<const std::uint32_t> cd_values);

/// The values of a layout's parameters, in order; empty if not given.
using Values = std::vector<std::optional<double>>;

/// Returns the cd_values of a layout: each value, or the parameter's default. Stops at the first
/// parameter that is left out; trailing automatic cd_values are left out too, down to
/// min_cd_values. values: one for each parameter; only a parameter with a default, or one that may
/// be left out, may be empty.
std::vector<std::uint32_t> write_cd_values(const Layout& layout, const Values& values);

/// Returns "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> texts);

// ---- reading cd_values ----

/// The two forms of cd_values: see filter/facts.hpp.
enum class Form : std::uint8_t { visible, working };

/// A cd_value that its parameter does not allow.
struct CdValueFault {
  std::size_t index = 0;  ///< counted from 0
  const Parameter* parameter = nullptr;
  double value = 0;
};

/// Parameters as values.
struct Reading {
  const Layout* layout = nullptr;
  Values values;  ///< one for each parameter of the layout; empty after the last cd_value
  std::optional<CdValueFault> fault;
};

/// Reads cd_values that may be in either form; `likely` decides if both match. Empty if their
/// number and mode match no layout.
std::optional<Reading> read_cd_values(const FilterFacts& facts,
                                      std::span<const std::uint32_t> cd_values, Form likely);

/// Returns the value of a parameter that the layout has; empty after the last cd_value.
std::optional<double> value_of(const Reading& reading, std::string_view name);

/// Returns whether a parameter that users leave 0 has a value, which only the filter sets.
bool has_value_of_filter(const Reading& reading) noexcept;

/// Returns the visible layout for a mode that a working layout or a codec names; the registry has
/// one for each.
const Layout& get_layout_of_mode(const FilterFacts& facts, std::string_view mode) noexcept;

}  // namespace ncf::filter
