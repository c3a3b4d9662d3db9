// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Handles the original if its copy would not be smaller: `--if-smaller`.
#pragma once

#include "ops/copy/copy_decision.hpp"

namespace ncf::ops {

/// Checks the input and the output of `if_smaller`. throws: Error(unsupported) if one is not a
/// file, or if they are of different kinds.
void check_original(const CopyDecision& decision);

/// Keeps, copies or links the original as `if_smaller` says. throws: Error, also if it is kept and
/// an older file has the output's name.
void keep_original(const CopyDecision& decision);

}  // namespace ncf::ops
