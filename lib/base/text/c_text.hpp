// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts that end at a NUL, as in C. Any thread.
#pragma once

#include <cstdlib>
#include <string_view>

#include "ncf/error.hpp"

namespace ncf::base {

/// throws: Error(code) for a text that C would cut at a NUL inside.
inline void require_no_nul(std::string_view text, ErrorCode code = ErrorCode::usage) {
  if (text.find('\0') == std::string_view::npos) return;
  throw Error(code,
              "a text contains a NUL, which ends strings and names; only values of type char can "
              "contain one");
}

/// Returns a copy for the C interface, which ncf_string_free frees. It is terminated by NUL, in
/// memory from malloc; null if memory is short, so that copying a message never throws.
inline char* c_text(std::string_view text) noexcept {
  auto* const copy = static_cast<char*>(std::calloc(text.size() + 1, 1));
  if (copy != nullptr) text.copy(copy, text.size());
  return copy;
}

}  // namespace ncf::base
