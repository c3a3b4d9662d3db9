// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/version.hpp"

#include <fmt/format.h>

namespace ncf {

std::string version() {
  return fmt::format("{}.{}.{}", NCF_VERSION_MAJOR, NCF_VERSION_MINOR, NCF_VERSION_PATCH);
}

}  // namespace ncf
