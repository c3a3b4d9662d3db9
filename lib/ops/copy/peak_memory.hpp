// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The memory that a planned copy needs.
#pragma once

#include <cstdint>

#include "ops/copy/copy_work.hpp"

namespace ncf::ops {

/// Returns the maximum memory for values at any time. Call it after planning the recodings.
/// throws: Error(usage) naming a variable with a chunk that needs more than the limit.
[[nodiscard]] std::uint64_t peak_bytes(const CopyWork& work);

}  // namespace ncf::ops
