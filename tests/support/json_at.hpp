// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks into JSON: `at(json, "filters", 0, "id")`. throws: Error if there is no such value.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json.hpp"

namespace ncf::test {

inline const base::Json& at(const base::Json& json, std::string_view name) {
  const base::Json* const found = json.find(name);
  if (found == nullptr) throw Error(ErrorCode::not_found, "no member " + std::string(name));
  return *found;
}

inline const base::Json& at(const base::Json& json, int index) {
  return json.elements.at(static_cast<std::size_t>(index));
}

template <class Step, class... Steps>
requires(sizeof...(Steps) > 0) const base::Json& at(const base::Json& json, const Step& step,
                                                    const Steps&... steps) {
  return at(at(json, step), steps...);
}

}  // namespace ncf::test
