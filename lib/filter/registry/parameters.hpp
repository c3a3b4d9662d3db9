// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts between the values of parameters, cd_values and text, according to layouts. Pure
// functions; any thread.
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

}  // namespace ncf::filter
