// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Extends a Zarr store in a folder: `--append`. The store and the inputs are joined, and the chunks
// that the store does not have whole are copied to another store beside it. They move into the
// store first, where nobody looks for them yet; then the metadata state the new lengths. What is
// needed for the latter is complete before the first of them changes, so an interrupted run is
// finished by the next one.
//
// source: ncfcopy(1), APPENDING
#pragma once

#include "ncf/copy.hpp"

namespace ncf::ops {

/// throws: Error(usage, unsupported), and as copies do; the store is then as before.
CopyReport append(const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress);

/// Returns what would be copied.
CopyPlan plan_append(const CopyOptions& options, const NoteHandler& on_note);

}  // namespace ncf::ops
