// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks up and merges the parameters of a URL. Keys and modes ignore case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "location/url.hpp"

namespace ncf::location {

/// Returns the parameter with this key, or null.
[[nodiscard]] const Parameter* find_parameter(const std::vector<Parameter>& parameters,
                                              std::string_view key);

[[nodiscard]] bool contains(const std::vector<std::string>& values, std::string_view value);

/// Returns the values of "mode"; empty without it.
[[nodiscard]] std::vector<std::string> modes_of(const std::vector<Parameter>& parameters);

/// Replaces the values of "mode", which is appended if it is missing.
void set_modes(std::vector<Parameter>& parameters, std::vector<std::string> modes);

/// Returns each key once, at its first place, with all its values: each once, without empty ones.
[[nodiscard]] std::vector<Parameter> merged(const std::vector<Parameter>& parameters);

}  // namespace ncf::location
