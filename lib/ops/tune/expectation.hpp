// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a planned copy will store, and how long encoding takes it: known in part from the plan, and
// for the rest estimated from samples of the largest variables, encoded as the copy would. Called
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

/// What the plan of a copy says about its size; nothing is read.
[[nodiscard]] ExpectedCopy expect_copy(const CopyWork& work);

/// Encodes samples, at most a few megabytes, and adds what they show. Variables of which a single
/// chunk takes long to assemble are left out. throws: Error naming a variable.
void add_samples(const CopyWork& work, ExpectedCopy& expected);

}  // namespace ncf::ops
