// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads back what was written and compares all of it with where it came from. What was recoded is
// checked by transcode/pipeline.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "model/chunk_store.hpp"

namespace ncf::transcode {

inline constexpr const char* not_as_written =
    "reads back otherwise than it was written; the disk, the memory or a filter is faulty";

/// Whether all elements have one value.
[[nodiscard]] bool is_filled_with(std::span<const std::byte> value,
                                  std::span<const std::byte> elements);

/// What a Passthrough moved. What it left unwritten is to read as the fill value, whether the store
/// then wrote it or not. window_bytes: as of a Passthrough.
/// throws: Error(corrupt) where the two differ.
void verify_passed(model::ChunkStore& input, model::VariableId input_id, model::ChunkStore& output,
                   model::VariableId output_id, std::uint64_t window_bytes,
                   const std::function<void(std::uint64_t)>& on_verified = {});

}  // namespace ncf::transcode
