// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The datasets that operands name, of folders all that are in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ncf::ops {

struct ListedInput {
  std::string path;         ///< or a URL
  std::uint64_t bytes = 0;  ///< 0 if unknown; opening it will say why
};

/// Lists unreadable and misnamed files, too, because opening them reports why.
///
/// throws: Error(not_found) if there are none.
[[nodiscard]] std::vector<ListedInput> list_inputs(const std::vector<std::string>& inputs);

}  // namespace ncf::ops
