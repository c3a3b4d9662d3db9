// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "ncf/error.hpp"

namespace ncf::transcode {

/// Returns the error for an input whose chunk count exceeds the chunks found: the file changed
/// meanwhile, or its index is damaged. The missing ones would silently read as fill values.
[[nodiscard]] inline Error missing_chunks(std::size_t count) {
  return Error(ErrorCode::io, fmt::format("{} of its chunks cannot be found", count));
}

}  // namespace ncf::transcode
