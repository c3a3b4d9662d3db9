// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides which file of many is copied when, so that runs that share an output folder never copy
// the same file.
#pragma once

#include <vector>

#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/running_copies.hpp"

namespace ncf::ops {

/// Copies all files and fills in the outcome of each. throws: Error(interrupted); Error(io) if the
/// journal cannot be used.
void copy_all(const CopyManyOptions& options, std::vector<ListedFile>& files,
              const CopyManyHandlers& handlers, RunningCopies& running);

}  // namespace ncf::ops
