// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which values are shown: `-h`, `-c`, `-v` and `-g`.
// source: ncdump(1)
#pragma once

#include "model/schema.hpp"
#include "ncf/dump.hpp"
#include "ops/named_parts.hpp"

namespace ncf::ops {

struct DumpSelection {
  Marks groups;     ///< with a data section
  Marks variables;  ///< whose values are shown, if they have any
};

/// throws: Error(usage) for an empty name; Error(not_found) for a name that does not exist;
/// Error(unsupported) for groups in a format without groups.
DumpSelection select_values(const DumpOptions& options, const model::Schema& schema);

}  // namespace ncf::ops
