// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A copy that shares the machine with others.
#pragma once

#include "ncf/copy.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

/// As ncf::copy, with these threads and this memory whatever the options say.
CopyReport copy_within(const transcode::Resources& resources, const CopyOptions& options,
                       const NoteHandler& on_note = {}, const ProgressHandler& on_progress = {});

/// Compares an output that `copy_within` made of the input, with these options, with that input.
/// throws: Error, also if anything differs.
void verify_copy(const transcode::Resources& resources, const CopyOptions& options);

}  // namespace ncf::ops
