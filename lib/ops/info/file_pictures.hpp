// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of how a file is stored, for pages. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/info.hpp"
#include "ops/page/html.hpp"

namespace ncf::ops {

/// Variables whose raw/stored is less than this are not compressed.
inline constexpr double least_ratio = 1.1;

/// Returns the meaning of the colours in the maps of chunks.
[[nodiscard]] page::Html ratio_legend();

/// Returns a map of how well the chunks of a variable compress, with a table of its numbers.
[[nodiscard]] page::Html chunk_picture(const std::string& path, const ChunkMap& chunks);

/// Returns what is where in a file, with a table of its numbers.
[[nodiscard]] page::Html layout_picture(const std::vector<LayoutCell>& cells);

}  // namespace ncf::ops
