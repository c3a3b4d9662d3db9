// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the values of a variable: in chunks that any thread decodes, or through their store.
//
// I/O thread only.
#pragma once

#include <memory>
#include <optional>

#include "model/dataset/source.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/value_source.hpp"

namespace ncf::ops {

/// Returns a chain that decodes the chunks of a variable on any thread; empty if it has no chunks,
/// or if only its store can decode them.
[[nodiscard]] std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input,
                                                                      model::VariableId id,
                                                                      plugin::KernelChains& chains);

/// Reads values through the store, even if filters are missing that all chunks skipped.
/// throws: Error if a filter is missing with which values were encoded.
[[nodiscard]] std::unique_ptr<transcode::ValueSource> open_through_store(model::Source& input,
                                                                         model::VariableId id);

}  // namespace ncf::ops
