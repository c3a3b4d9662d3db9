// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of a URL, looked up and merged. Keys and modes are the same in any case of letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "location/url.hpp"

namespace ncf::location {

/// Returns the parameter of that key, or null.
[[nodiscard]] const Parameter* find_parameter(const std::vector<Parameter>& parameters,
                                              std::string_view key);

[[nodiscard]] bool contains(const std::vector<std::string>& values, std::string_view value);

/// Returns the values of "mode"; empty without it.
[[nodiscard]] std::vector<std::string> modes_of(const std::vector<Parameter>& parameters);

/// Replaces the values of "mode", which is appended where it was missing.
void set_modes(std::vector<Parameter>& parameters, std::vector<std::string> modes);

/// Each key once, at its first place, with all its values, each value once, none of them empty.
[[nodiscard]] std::vector<Parameter> merged(const std::vector<Parameter>& parameters);

}  // namespace ncf::location
