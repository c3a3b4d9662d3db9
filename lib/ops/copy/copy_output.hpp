// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of a copy: its layout, the lengths of its dimensions, and the original in its place if
// it would not be smaller. I/O thread only.
#pragma once

#include <vector>

#include "model/dataset/target.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_work.hpp"

namespace ncf::ops {

/// Returns the layout that `--layout`, or else `--for` requests; an ordinary one if none.
[[nodiscard]] model::RequestedLayout asked_layout(const CopyOptions& options);

/// Sets the layout of the output's schema and of the plan: as requested, otherwise as in the input.
/// The decision has its format, its schema and its placeholders. throws: Error.
void choose_layout(CopyDecision& decision);

/// Returns how many chunks of each variable the copy writes. throws: Error.
[[nodiscard]] std::vector<model::ExpectedChunks> expected_chunks(const CopyWork& work);

/// throws: Error(internal) if an output that is read back does not have the layout.
void verify_layout(const model::RequestedLayout& layout, model::Source& output);

/// Keeps unlimited dimensions as long as in the input. They grow only with written values, so a
/// variable that is defined but not copied is extended. If no copied value reaches the end of a
/// dimension, its first variable is extended. Call it after all values are written. output: has the
/// ids of the output schema. throws: Error.
void extend_to_lengths(const CopyDecision& decision, model::Target& output);

/// Checks the input and the output of `if_smaller`. throws: Error(unsupported) if one is not a
/// file, or if they are of different kinds.
void check_original(const CopyDecision& decision);

/// Keeps, copies or links the original as `if_smaller` says. throws: Error, also if it is kept and
/// an older file has the output's name.
void keep_original(const CopyDecision& decision);

}  // namespace ncf::ops
