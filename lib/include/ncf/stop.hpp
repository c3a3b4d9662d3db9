// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stopping long work from outside, usually from a signal handler: functions of this header are
// async-signal-safe and may be called from any thread, unless they say otherwise.
#pragma once

#include "ncf/export.hpp"

namespace ncf {

/// Asks all work under way to stop soon. It ends with Error(interrupted), its outputs removed.
NCF_API void request_stop() noexcept;

/// Unlinks the unfinished outputs of this process at once; for a handler that exits next.
NCF_API void remove_unfinished_outputs() noexcept;

/// Keeps libhdf5 from cleaning up when the process ends, which crashes if the system refused to
/// close a file. For programs that leave no HDF5 file of their own open; to be called before any
/// library uses HDF5, and not from a signal handler.
NCF_API void skip_cleanup_at_exit() noexcept;

}  // namespace ncf
