// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares variables as they are stored, which costs much less than decoding them.
#pragma once

#include "ops/values/written_tiles.hpp"
#include "transcode/values/tile_reader.hpp"

namespace ncf::ops {

/// Returns whether two chunked variables of the same shape have equal values because their stored
/// bytes are equal and mean the same, by the proof of passthrough and because the same values mark
/// missing data. Reads up to the first difference, on all threads of `reader`, and decodes nothing;
/// false proves nothing. I/O thread only. throws: Error.
[[nodiscard]] bool have_equal_stored_bytes(const VariableOf& first, const VariableOf& second,
                                           transcode::TileReader& reader);

}  // namespace ncf::ops
