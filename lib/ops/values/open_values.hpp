// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides how the values of a variable are read: chunks that any thread decodes, elements at their
// places, or through their store.
//
// I/O thread only.
#pragma once

#include <optional>

#include "model/dataset/source.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/stored_values.hpp"

namespace ncf::ops {

/// Returns how chunks of a variable are decoded on any thread; empty if it has no chunks, or if
/// only its store can decode them.
[[nodiscard]] std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input,
                                                                      model::VariableId id,
                                                                      plugin::KernelChains& chains);

/// Opens the values of a variable without `find_chunk_values`, even if filters are missing that all
/// chunks skipped.
/// throws: Error if a filter is missing with which values were encoded.
[[nodiscard]] transcode::StoredValues open_unchunked(model::Source& input, model::VariableId id);

/// Opens the values of a variable in the way that needs the I/O thread least. throws: as
/// open_unchunked.
[[nodiscard]] transcode::StoredValues open_values(model::Source& input, model::VariableId id,
                                                  plugin::KernelChains& chains);

}  // namespace ncf::ops
