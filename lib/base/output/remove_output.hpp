// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Removes the remains of outputs. Any thread.
#pragma once

namespace ncf::base {

/// Removes a file, or a folder and everything in it, however deep; links are removed, not followed.
/// The mode of a folder does not protect it from its owner. If something cannot be removed, it
/// stays, and so may its neighbours.
void remove_output(const char* path) noexcept;

/// Moves a folder that a dead process moved aside back to its place if that is free; otherwise
/// removes it.
void restore_or_remove(const char* aside, const char* target) noexcept;

}  // namespace ncf::base
