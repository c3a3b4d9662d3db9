// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses text to a Selector. filter/selector.hpp matches its items to the variables of a file.
// Pure, any thread.
//
// source: grammar/filter-spec.ebnf, rule selector
#pragma once

#include <cstddef>
#include <string_view>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

struct SelectorReading {
  Selector selector;
  std::size_t end = 0;  ///< end of the selector: at a "," or the end of the text
};

/// Reads the selector at the beginning of `text`. throws: SyntaxError.
SelectorReading read_selector(std::string_view text);

}  // namespace ncf::filter
