// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "ncf/error.hpp"

namespace ncf::transcode {

/// An input that counts more chunks of a variable than it has: it was changed meanwhile, or its
/// index is damaged. What is missing would silently read as fill values.
[[nodiscard]] inline Error missing_chunks(std::string_view input, std::string_view variable,
                                          std::size_t count) {
  return Error(ErrorCode::io, fmt::format("{}: variable {}: {} of its chunks cannot be found",
                                          input, variable, count));
}

}  // namespace ncf::transcode
