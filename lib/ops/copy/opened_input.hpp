// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens what a copy reads: one input, or several that are joined, as the view that the options
// make. I/O thread only.
#pragma once

#include "ops/copy/copy_decision.hpp"

namespace ncf::ops {

/// Opens the input, and keeps what shows whether it changes. The decision has its place.
/// throws: Error, also if the output would replace a file that is read.
void open_input(CopyDecision& decision);

/// Watches the other files with values to copy, and finds who may read all of them.
void watch_other_files(CopyDecision& decision);

}  // namespace ncf::ops
