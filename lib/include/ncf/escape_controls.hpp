// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes texts for people safe to print: they may contain names from files, and names may contain
// anything. A pure function, any thread.
//
//   std::cout << ncf::escape_controls(variable.path) << '\n';
#pragma once

#include <string>
#include <string_view>

#include "ncf/export.hpp"

namespace ncf {

/// Returns `text` with escapes ("\n", "\x1b", "\u009b") for control characters, which would control
/// a terminal or the direction of its text, and for bytes that are not UTF-8.
NCF_API std::string escape_controls(std::string_view text);

}  // namespace ncf
