// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Joins texts, for code that does without libfmt because plugins contain it. Any thread.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace ncf::base {

inline std::string concat(std::initializer_list<std::string_view> texts) {
  std::string all;
  for (const std::string_view text : texts) all += text;
  return all;
}

}  // namespace ncf::base
