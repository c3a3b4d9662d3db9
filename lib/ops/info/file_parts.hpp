// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of the description of a file that the text and the page have in common. Pure functions, any
// thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/info.hpp"

namespace ncf::ops {

/// Returns the filters in words. Codecs without an equivalent filter are shown as stored.
[[nodiscard]] std::string filters_of(const VariableInfo& variable);

/// Returns the sums for all variables.
[[nodiscard]] GroupInfo add_up(const FileInfo& info);

/// Returns facts that the table of variables does not show: which readers cannot read which
/// filters, and notes. Names in them may contain anything.
[[nodiscard]] std::vector<std::string> remarks_of(const FileInfo& info);

}  // namespace ncf::ops
