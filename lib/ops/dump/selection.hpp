// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whose values are shown: `-h`, `-c`, `-v` and `-g`.
// source: ncdump(1)
#pragma once

#include "model/schema.hpp"
#include "ncf/dump.hpp"
#include "ops/named_parts.hpp"

namespace ncf::ops {

struct DumpSelection {
  Marks groups;     ///< those that have a data section
  Marks variables;  ///< those whose values are shown, where they hold any
};

/// throws: Error(usage) for an empty name; Error(not_found) for one that nothing has;
/// Error(unsupported) for groups of a file that cannot have any.
DumpSelection select_values(const DumpOptions& options, const model::Schema& schema);

}  // namespace ncf::ops
