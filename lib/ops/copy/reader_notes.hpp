// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notes on filters that a copy to another format keeps, although common readers of that format lack
// them.
#pragma once

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// output: the requested schema, with the variables of the plan, which has their filters.
void add_reader_notes(const model::Schema& output, CopyPlan& plan);

}  // namespace ncf::ops
