// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A process that removes unfinished outputs when this process and its parent are killed at the same
// time. mpirun does this: after an interrupt it kills all members of its process groups.
#pragma once

namespace ncf::base {

/// Starts the process, which ends after this process and its children have ended. Does nothing if
/// this process does not share its table of unfinished outputs (unfinished_outputs.hpp), or if no
/// process can be started. Call it once, before any library has started threads.
void remove_outputs_even_if_group_is_killed() noexcept;

}  // namespace ncf::base
