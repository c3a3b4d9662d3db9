// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/error_bound.hpp"

#include <fmt/format.h>

namespace ncf::transcode {

std::string describe(const ErrorBound& bound) {
  return bound.kind == ErrorBound::Kind::relative ? fmt::format("{} of itself", bound.limit)
                                                  : fmt::format("{}", bound.limit);
}

}  // namespace ncf::transcode
