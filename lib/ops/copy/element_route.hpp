// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of typed values: read from a source and written to a target, box by box.
#pragma once

#include <cstdint>
#include <functional>

#include "model/source.hpp"
#include "model/target.hpp"
#include "ops/copy/copy_work.hpp"
#include "transcode/pipeline.hpp"

namespace ncf::ops {

/// Called with the bytes of values that were copied or verified.
using BytesHandler = std::function<void(std::uint64_t)>;

/// Memory for values that a variable of the route `element` takes at most, without the bytes that
/// those of variable length refer to.
[[nodiscard]] std::uint64_t element_peak_bytes(const CopyWork& work, model::VariableId id);

/// Copies all variables of the route `element`. `output` has the ids of the output schema.
/// Returns notes on values that the output's format cannot hold as they are. throws: Error.
[[nodiscard]] std::vector<std::string> copy_elements(const CopyWork& work, model::Target& output,
                                                     const BytesHandler& on_copied);

/// Compares them with what is read back, if they are to be read back.
/// Returns the variables whose values break the bound of their filters.
/// throws: Error(corrupt) naming the variable where values differ otherwise.
[[nodiscard]] transcode::Excesses verify_elements(const CopyWork& work,
                                                  const transcode::ReadBack& output,
                                                  const BytesHandler& on_verified);

}  // namespace ncf::ops
