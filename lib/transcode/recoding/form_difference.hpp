// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether stored bytes mean the same in two files. Pure functions, any thread.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {

/// Returns why stored bytes of this form never mean the same in another file, as text for a report;
/// empty if they may.
[[nodiscard]] std::optional<std::string> why_not_as_stored(const model::StoredForm& form);

/// Returns how the meaning of a stored chunk, or of elements without chunks, differs between the
/// forms, as text for a report; empty if it does not.
[[nodiscard]] std::optional<std::string> difference_of_bytes(const model::StoredForm& from,
                                                             const model::StoredForm& to);

/// Returns why the stored bytes of `from` would not mean the same in `to`, as text for a report;
/// empty if they would. Missing chunks stay missing, so both sides must read the same there, unless
/// no chunk is missing. `stored_chunk_count`, of `from`, is called only if that matters.
[[nodiscard]] std::optional<std::string> why_not_passthrough(
    const model::StoredForm& from, const model::StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count);

// Chunks that are not stored, and chunks that should be. Pure functions, any thread.

/// Returns whether some chunks of a variable with this form are not stored.
[[nodiscard]] inline bool has_missing_chunks(const model::StoredForm& form,
                                             std::size_t stored_chunk_count) {
  return stored_chunk_count < model::ChunkGrid(form.extent, form.chunk_shape).chunk_count();
}

/// Returns the error for an input whose chunk count exceeds the chunks found: the file changed
/// meanwhile, or its index is damaged. The missing ones would silently read as fill values.
[[nodiscard]] inline Error missing_chunks(std::size_t count) {
  return Error(ErrorCode::io, fmt::format("{} of its chunks cannot be found", count));
}

}  // namespace ncf::transcode
