// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Detects a lack of memory here, where it is an exception, rather than inside a C library.
#pragma once

#include <cstddef>

#include "base/library/module_api.hpp"

namespace ncf::base {

/// The minimum that should be free before a call of a C library that crashes when memory runs out.
constexpr std::size_t library_headroom_bytes = std::size_t{4} << 20U;

/// If memory is limited, requests `bytes` from the system and returns them at once; otherwise does
/// nothing. throws: std::bad_alloc.
NCF_MODULE_API void require_memory(std::size_t bytes = library_headroom_bytes);

}  // namespace ncf::base
