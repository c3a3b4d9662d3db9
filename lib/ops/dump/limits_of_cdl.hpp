// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What CDL cannot say of a dataset.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/dump.hpp"

namespace ncf::ops {

/// Adds notes that name what a program that reads the CDL text will not take, or will change.
void note_limits_of_cdl(const DumpOptions& options, const model::Schema& schema,
                        std::vector<std::string>& notes);

}  // namespace ncf::ops
