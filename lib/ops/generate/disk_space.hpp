// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A short text can define more values than a disk can store. Most are fill values, which some files
// store and others do not:
//
//   classic formats     every value, as soon as the file is defined, unless it is not filled (-x)
//   netCDF-4            of contiguous variables every value, once one is written
//   chunks of any file  those that the text gives; all where missing ones would read otherwise
#pragma once

#include "ops/generate/plan.hpp"
#include "ops/pending_dataset.hpp"

namespace ncf::ops {

/// Call it before writing. throws: Error(unsupported), with advice, if the values would fill the
/// disk.
void require_space_for_values(const GeneratePlan& plan, const PendingDataset& output);

}  // namespace ncf::ops
