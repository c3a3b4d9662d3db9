// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the output of a copy gets its metadata: as --layout requests it, otherwise as the input.
#pragma once

#include <string>
#include <vector>

#include "model/dataset/target.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_work.hpp"

namespace ncf::ops {

/// Returns the layout that `--layout`, or else `--for` requests; an ordinary one if none.
[[nodiscard]] model::RequestedLayout asked_layout(const CopyOptions& options);

/// Sets the layout of the output's schema and of the plan. The decision has its format, its schema
/// and its placeholders. throws: Error.
void choose_layout(CopyDecision& decision);

/// Returns how many chunks of each variable the copy writes. throws: Error.
[[nodiscard]] std::vector<model::ExpectedChunks> expected_chunks(const CopyWork& work);

/// throws: Error(internal) if an output that is read back does not have the layout.
void verify_layout(const model::RequestedLayout& layout, model::Source& output);

}  // namespace ncf::ops
