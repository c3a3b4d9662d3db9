// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route that decodes nothing: stored bytes are moved as they are. It is chosen by proof, from
// what both stores say of the variable after the output has been made, never from what was asked.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/chunk_store.hpp"

namespace ncf::transcode {

/// Why the stored bytes of `from` would not mean the same in `to`, in words for a report; empty if
/// they would. Elements never written stay unwritten, so both must read the same there, unless
/// there are none: `stored_chunk_count`, of `from`, is asked where that matters.
[[nodiscard]] std::optional<std::string> why_not_passthrough(
    const model::StoredForm& from, const model::StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count);

/// Moves all that is stored of a variable, chunk masks too. What was never written stays so.
/// The variable's forms pass `why_not_passthrough`, and nothing is written in the output yet.
/// on_moved: called with the bytes of values, decoded, that were moved.
/// throws: Error, among others when a stop is requested.
void pass_through(model::ChunkStore& input, model::VariableId input_id, model::ChunkStore& output,
                  model::VariableId output_id,
                  const std::function<void(std::uint64_t)>& on_moved = {});

}  // namespace ncf::transcode
