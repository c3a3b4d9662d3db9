// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Items skipped without being understood, as fast as memory allows.
#pragma once

#include <cstddef>

#include "cdl/read/lexer.hpp"

namespace ncf::cdl {

/// Skips items separated by commas up to but without `;`, or `}` that closes what is open already.
/// Returns how many there are; braces inside are of one item. throws: Fault.
std::size_t count_items(Lexer& lexer);

}  // namespace ncf::cdl
