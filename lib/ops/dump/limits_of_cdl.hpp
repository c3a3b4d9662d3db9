// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What CDL cannot express about a dataset.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/dump.hpp"

namespace ncf::ops {

/// Adds notes that name what generators cannot read, or may convert.
void note_limits_of_cdl(const DumpOptions& options, const model::Schema& schema,
                        std::vector<std::string>& notes);

}  // namespace ncf::ops
