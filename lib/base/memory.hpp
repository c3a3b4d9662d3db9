// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Meeting a limit of memory here, where it is an exception, rather than inside a C library.
#pragma once

#include <cstddef>

namespace ncf::base {

/// The least that should be free before a call of a C library that crashes when memory runs out.
constexpr std::size_t library_headroom_bytes = std::size_t{4} << 20U;

/// Where memory is limited, asks the system for `bytes` and gives them back at once. Elsewhere does
/// nothing. throws: std::bad_alloc.
void require_memory(std::size_t bytes = library_headroom_bytes);

}  // namespace ncf::base
