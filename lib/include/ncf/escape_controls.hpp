// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts for people may hold names from files: of variables, of the files themselves. Names may hold
// anything. A pure function, any thread.
//
//   std::cout << ncf::escape_controls(variable.path) << '\n';
#pragma once

#include <string>
#include <string_view>

#include "ncf/export.hpp"

namespace ncf {

/// `text` with escapes ("\n", "\x1b", "\u009b") for control characters, which would steer a
/// terminal, and for bytes that are not UTF-8.
NCF_API std::string escape_controls(std::string_view text);

}  // namespace ncf
