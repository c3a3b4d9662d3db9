// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where scaleoffset may have too few bits. Of the difference of an integer from the smallest in its
// chunk it keeps the lowest bits, as many as it is asked for, and drops the others without a word.
// Pure functions, any thread.
// source: HDF5 Reference Manual, H5Pset_scaleoffset
#pragma once

#include <optional>
#include <string>

#include "model/schema.hpp"

namespace ncf::ops {

/// One note on the variables that are asked to be encoded by scaleoffset to fewer bits than their
/// type has; empty where there are none.
/// asked: the schema that a file is to be made from.
[[nodiscard]] std::optional<std::string> describe_few_bits(const model::Schema& asked);

}  // namespace ncf::ops
