// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notes on filters that a copy in another format keeps, though common readers of that format lack
// them.
#pragma once

#include "model/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// output: what the output is asked to be, its variables as in the plan, which knows their filters.
void add_reader_notes(const model::Schema& output, CopyPlan& plan);

}  // namespace ncf::ops
