// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A piece of a grammar, as ebnf_reader.cpp makes it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/ebnf.hpp"

namespace ncf::test {

struct Ebnf::Node {
  enum class Kind { sequence, choice, repeat, optional, except, rule, exact, any_case, ranges };
  Kind kind;
  std::string text{};               ///< of rule, exact, any_case
  std::vector<NodePtr> children{};  ///< of except: what, and what not
  std::vector<std::pair<char32_t, char32_t>> ranges{};
};

}  // namespace ncf::test
