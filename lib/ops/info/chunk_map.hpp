// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "model/source.hpp"
#include "ncf/info.hpp"

namespace ncf::ops {

/// Looks up all chunks of a variable; empty if it has fewer than two. I/O thread only.
/// throws: Error naming the variable; Error(interrupted).
[[nodiscard]] std::optional<ChunkMap> map_chunks(model::Source& source, model::VariableId id);

}  // namespace ncf::ops
