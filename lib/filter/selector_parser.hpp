// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Text to Selector. What its items mean is known only beside the variables of a file: see
// filter/selector.hpp. Pure, any thread.
//
// source: grammar/filter-spec.ebnf, rule selector
#pragma once

#include <cstddef>
#include <string_view>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

struct SelectorReading {
  Selector selector;
  std::size_t end = 0;  ///< where the selector ended: at a "," or after the text
};

/// Reads the selector `text` begins with. throws: SyntaxError.
SelectorReading read_selector(std::string_view text);

}  // namespace ncf::filter
