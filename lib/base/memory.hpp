// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace ncf::base {

/// What a call of a C library that crashes where memory ends should find free at least.
constexpr std::size_t library_headroom_bytes = std::size_t{4} << 20U;

/// Where the process may not have all the memory it asks for, asks the system for so much and gives
/// it back: a limit that is reached soon is better met here. throws: std::bad_alloc.
void require_memory(std::size_t bytes = library_headroom_bytes);

}  // namespace ncf::base
