// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How much memory a copy takes by its plan.
#pragma once

#include <cstdint>

#include "ops/copy/copy_work.hpp"

namespace ncf::ops {

/// The most that values take at any time. To be called when the recodings are planned.
/// throws: Error(usage) naming a variable if less was allowed than one of its chunks takes.
[[nodiscard]] std::uint64_t peak_bytes(const CopyWork& work);

}  // namespace ncf::ops
