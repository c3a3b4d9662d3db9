// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/parameters.hpp"

#include <algorithm>
#include <utility>

#include "base/text/characters.hpp"

namespace ncf::location {
namespace {

template <class Parameters>
auto find_by_key(Parameters& parameters, std::string_view key) {
  return std::find_if(parameters.begin(), parameters.end(), [key](const Parameter& parameter) {
    return base::equals_ignoring_case(parameter.key, key);
  });
}

}  // namespace

const Parameter* find_parameter(const std::vector<Parameter>& parameters, std::string_view key) {
  const auto found = find_by_key(parameters, key);
  return found == parameters.end() ? nullptr : &*found;
}

bool contains(const std::vector<std::string>& values, std::string_view value) {
  return std::any_of(values.begin(), values.end(), [value](const std::string& other) {
    return base::equals_ignoring_case(other, value);
  });
}

std::vector<std::string> modes_of(const std::vector<Parameter>& parameters) {
  const Parameter* const mode = find_parameter(parameters, "mode");
  return mode == nullptr ? std::vector<std::string>{} : mode->values;
}

void set_modes(std::vector<Parameter>& parameters, std::vector<std::string> modes) {
  const auto mode = find_by_key(parameters, "mode");
  if (mode != parameters.end()) {
    mode->values = std::move(modes);
  } else {
    parameters.push_back({"mode", std::move(modes)});
  }
}

std::vector<Parameter> merged(const std::vector<Parameter>& parameters) {
  std::vector<Parameter> result;
  for (const Parameter& parameter : parameters) {
    auto known = find_by_key(result, parameter.key);
    if (known == result.end()) known = result.insert(known, {parameter.key, {}});
    for (const std::string& value : parameter.values) {
      if (!value.empty() && !contains(known->values, value)) known->values.push_back(value);
    }
  }
  return result;
}

}  // namespace ncf::location
