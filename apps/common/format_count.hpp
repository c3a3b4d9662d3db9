// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers of things for messages. Pure; any thread.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace ncf::apps {

/// Returns "1 file", "3 files". thing: in the singular; its plural must end in "s".
[[nodiscard]] inline std::string format_count(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace ncf::apps
