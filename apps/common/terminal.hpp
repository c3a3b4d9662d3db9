// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The width of the user's terminal.
#pragma once

#include <cstddef>

namespace ncf::apps {

/// Returns the columns of the terminal behind standard output, or 0: text for files and pipes is
/// never folded.
std::size_t output_width();

/// Returns the columns of the terminal behind standard error, or 0.
std::size_t message_width();

}  // namespace ncf::apps
