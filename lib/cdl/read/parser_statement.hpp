// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The only place where faults are caught: the end of a statement.
#pragma once

#include "cdl/read/parser.hpp"

namespace ncf::cdl {

/// Parses a statement including its end. A fault in it is reported, and the statement is skipped.
template <class Parse>
void Parser::statement(Parse parse) {
  const std::size_t depth = lexer_.depth();
  defining_.clear();
  try {
    parse();
  } catch (const Fault& fault) {
    tell(fault);
    if (!defining_.empty()) faulty_names_.insert(defining_);
    recover(depth);
  }
}

}  // namespace ncf::cdl
