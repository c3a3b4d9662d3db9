// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers of things for messages. Pure; any thread.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ncf::base {

/// Returns "1 file", "3 files", "0.5 seconds". thing: in the singular; its plural must end in "s".
template <class Number>
[[nodiscard]] std::string format_count(Number number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace ncf::base
