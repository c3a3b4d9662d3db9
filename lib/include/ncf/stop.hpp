// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stopping long work from outside, usually from a signal handler: everything in this header is
// async-signal-safe and may be called from any thread.
#pragma once

#include "ncf/export.hpp"

namespace ncf {

/// Asks all work under way to stop soon. It ends with Error(interrupted), its outputs removed.
NCF_API void request_stop() noexcept;

/// Unlinks the unfinished outputs of this process at once; for a handler that exits next.
NCF_API void remove_unfinished_outputs() noexcept;

}  // namespace ncf
