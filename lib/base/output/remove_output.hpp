// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Removes what outputs leave on the disk. Any thread.
#pragma once

namespace ncf::base {

/// Removes a file, or a folder and all in it, however deep; links are removed, not followed. A
/// folder's own mode does not protect it from its owner. Where something cannot be removed, it
/// stays, and so may what is beside it.
void remove_output(const char* path) noexcept;

/// Gives what a process that has ended moved aside its place back where nothing has taken it; else
/// removes it.
void restore_or_remove(const char* aside, const char* target) noexcept;

}  // namespace ncf::base
