// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that are not stored, and chunks that should be. Pure functions, any thread.
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {

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
