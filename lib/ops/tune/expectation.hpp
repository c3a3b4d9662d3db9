// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The expected size of a planned copy, and the time for encoding. They are known in part from the
// plan; the rest is estimated from samples of the largest variables, encoded as in the copy. Called
// on the I/O thread.
#pragma once

#include <cstdint>
#include <optional>

#include "ncf/copy_many.hpp"
#include "ops/copy/copy_work.hpp"

namespace ncf::ops {

/// Returns the size of a variable's values in the output if they need not be encoded to know it:
/// copied as stored, or without filters. Empty if it depends on the filters.
[[nodiscard]] std::optional<std::uint64_t> find_stored_bytes(const VariableCopy& copy);

/// Returns what the plan of a copy shows about its size; reads nothing.
[[nodiscard]] ExpectedCopy expect_copy(const CopyWork& work);

/// Encodes samples, at most a few megabytes, and adds the results. Variables of which a single
/// chunk takes long to assemble are left out. throws: Error naming a variable.
void add_samples(const CopyWork& work, ExpectedCopy& expected);

}  // namespace ncf::ops
