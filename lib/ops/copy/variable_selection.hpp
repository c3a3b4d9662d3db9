// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which option decides for each variable, the same for every option that begins with a selector.
// An option that changes values leaves coordinates alone unless it names them.
// source: grammar/README.md, "Which -F decides"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/selector.hpp"
#include "ncf/error.hpp"
#include "ops/copy/subset.hpp"

namespace ncf::ops {

/// Runs `read`; errors in the option's text are those of the person who wrote it.
/// throws: Error(usage) naming the option.
template <typename Read>
auto read_option(std::string_view option, Read read) {
  try {
    return read();
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message()).add_context(option);
  }
}

/// One for each variable of the source. Notes say which coordinates a pattern leaves alone, and
/// which a name changes.
/// option: how messages call the options, "-F".
/// is_possible: whether an option can affect a variable; notes are silent about others.
/// throws: as SelectorMatcher::decide, naming the option.
std::vector<std::optional<filter::Decision>> decide(std::string_view option,
                                                    std::span<const filter::GivenOption> options,
                                                    const Subset& source,
                                                    bool (*is_possible)(const model::Variable&),
                                                    std::vector<std::string>& notes);

}  // namespace ncf::ops
