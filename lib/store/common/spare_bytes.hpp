// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text of findings about bytes of a file that are not part of any value.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/messages.hpp"

namespace ncf::store {

/// Returns "has 12 bytes after its end, which are left out".
inline std::string tell_spare(std::uint64_t bytes, std::string_view place) {
  return fmt::format("has {} {}, which {} left out", base::format_count(bytes, "byte"), place,
                     bytes == 1 ? "is" : "are");
}

}  // namespace ncf::store
