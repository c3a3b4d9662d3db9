// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads back what was written and compares all of it with where it came from. What was recoded is
// checked by transcode/pipeline.hpp.
#pragma once

#include <cstdint>
#include <functional>

#include "model/chunk_store.hpp"

namespace ncf::transcode {

inline constexpr const char* not_as_written =
    "reads back otherwise than it was written; the disk, the memory or a filter is faulty";

/// What `pass_through` moved. throws: Error(corrupt) where the two differ.
void verify_passed(model::ChunkStore& input, model::VariableId input_id, model::ChunkStore& output,
                   model::VariableId output_id,
                   const std::function<void(std::uint64_t)>& on_verified = {});

}  // namespace ncf::transcode
