// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the option that applies to each variable, for all options that begin with a selector. An
// option that changes values leaves coordinates alone unless it names them.
// source: ncf-filter-spec(5), "Which option decides"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/spec/selector.hpp"
#include "ncf/error.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// Calls `read`; its syntax errors become usage errors of the option.
/// throws: Error(usage) naming the option.
template <typename Read>
auto read_option(std::string_view option, Read read) {
  try {
    return read();
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message()).add_context(option);
  }
}

/// Returns the winning option for each variable of the source. Notes name the coordinates that a
/// pattern leaves alone and those that a name changes.
/// option: name in messages, "-F".
/// is_possible: whether an option can affect a variable; others cause no notes.
/// absent: gets "-F t2m" if there is no t2m; null if that is an error.
/// throws: as SelectorMatcher::decide, naming the option.
std::vector<std::optional<filter::Decision>> decide(std::string_view option,
                                                    std::span<const filter::GivenOption> options,
                                                    const Subset& source,
                                                    bool (*is_possible)(const model::Variable&),
                                                    std::vector<std::string>& notes,
                                                    std::vector<std::string>* absent = nullptr);

}  // namespace ncf::ops
