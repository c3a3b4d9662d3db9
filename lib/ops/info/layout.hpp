// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds up where metadata and values lie in a file. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/dataset/file_layout.hpp"
#include "model/schema/schema.hpp"
#include "ncf/info.hpp"

namespace ncf::ops {

/// cells: of the picture of the file; 0 for none.
[[nodiscard]] LayoutInfo describe_layout(const model::FileLayout& layout,
                                         const model::Schema& schema, std::size_t cells);

/// Returns the layout in words, a line each.
[[nodiscard]] std::vector<std::string> layout_lines(const LayoutInfo& layout);

}  // namespace ncf::ops
