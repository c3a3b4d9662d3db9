// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A copy that shares the machine with other copies.
#pragma once

#include <functional>

#include "ncf/copy.hpp"
#include "ops/copy/copy_work.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

/// Does what ncf::copy does, with these limits instead of those in the options. ranks: other
/// processes that may share the work; null if there are none.
CopyReport copy_with(const transcode::Resources& resources, const CopyOptions& options,
                     const NoteHandler& on_note = {}, const ProgressHandler& on_progress = {},
                     transcode::OtherRanks* ranks = nullptr);

/// Does what ncf::plan_copy does, with these limits, and without checking the output's folder if it
/// does not exist. Calls `use` with the work that is planned.
void plan_with(const transcode::Resources& resources, const CopyOptions& options,
               const NoteHandler& on_note, const std::function<void(const CopyWork&)>& use);

/// Compares an existing output of `copy_with`, made with these options, with the input.
/// throws: Error, also if anything differs.
void verify_copy(const transcode::Resources& resources, const CopyOptions& options);

}  // namespace ncf::ops
