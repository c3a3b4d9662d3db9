// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where zfp cannot keep the accuracy it is asked for. It encodes blocks of 4 values along each
// dimension by their largest exponent: beside a huge fill value little is left of the others, and
// NaN and infinity spoil all of a block. Fill values also fill up the last chunk of a dimension, if
// libhdf5 pads it or the dimension may grow (transcode/padded_chunk.hpp).
// Pure functions, any thread.
// source: zfp documentation, "Limitations" and "Fixed-accuracy mode"
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// One note on the variables that are asked to be encoded by zfp to an accuracy which their
/// `_FillValue` or `missing_value` breaks; empty where there are none.
/// asked: the schema that a file is to be made from; chunks: the shapes of chunks that its
/// variables then have; padded: the variables whose chunks we pad.
[[nodiscard]] std::optional<std::string> describe_broken_bounds(
    const model::Schema& asked, const std::vector<std::vector<std::size_t>>& chunks,
    const std::set<model::VariableId>& padded);

}  // namespace ncf::ops
