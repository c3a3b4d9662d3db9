// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of typed values: read from a source and written to a target, box by box.
#pragma once

#include <cstdint>
#include <functional>

#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "ops/copy/copy_work.hpp"
#include "transcode/pipeline/pipeline.hpp"

namespace ncf::ops {

/// Called with the number of bytes of values that were copied or verified.
using BytesHandler = std::function<void(std::uint64_t)>;

/// Returns the maximum memory for values of a variable of the route `element`, without the data
/// that values of variable length refer to.
[[nodiscard]] std::uint64_t element_peak_bytes(const CopyWork& work, model::VariableId id);

/// Returns the most chunks of a variable of the route `element` that are written. throws: Error.
[[nodiscard]] std::uint64_t most_chunks_copied(const CopyWork& work, model::VariableId id);

/// Copies all variables of the route `element`. output: has the ids of the output schema.
/// Returns notes on values that the output's format cannot represent. throws: Error.
[[nodiscard]] std::vector<std::string> copy_elements(const CopyWork& work, model::Target& output,
                                                     const BytesHandler& on_copied);

/// Compares the variables that must be read back with the input.
/// Returns the variables with values beyond their error bound.
/// throws: Error(corrupt) naming the variable for any other difference.
[[nodiscard]] transcode::Excesses verify_elements(const CopyWork& work,
                                                  const transcode::ReopenedOutput& output,
                                                  const BytesHandler& on_verified);

}  // namespace ncf::ops
