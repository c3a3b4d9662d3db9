// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of attributes as texts, for formats that have no better type for them. Pure functions, any
// thread.
#pragma once

#include <string>

#include "model/values/values.hpp"

namespace ncf::ops {

/// Returns the names of an enumeration's values, each a string; the number of a value without one.
[[nodiscard]] model::Values member_names(const model::Values& values);

/// Returns strings as the lines of a text. throws: Error(unsupported) if one has several lines.
[[nodiscard]] model::Values joined_lines(const model::Values& strings);

/// Returns the JSON of booleans.
[[nodiscard]] std::string boolean_json(const model::Values& values);

/// Returns a name as a word of `flag_meanings`: letters, digits and some other characters.
/// source: CF conventions 1.11, section 3.5
[[nodiscard]] std::string as_word(std::string name);

}  // namespace ncf::ops
