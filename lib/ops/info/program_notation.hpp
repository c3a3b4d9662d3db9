// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One filter in the notation of a program, where the filter's facts have one. Any thread.
#pragma once

#include <optional>
#include <string>

#include "filter/facts.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::ops {

struct FilterNotation {
  std::string text;  ///< empty if the program cannot
  std::string note;
};

/// Empty if the program writes the filter by number and words, as it writes any.
std::optional<FilterNotation> notation_in(filter::Program program, const Filter& one);

}  // namespace ncf::ops
