// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts that the C interface returns; ncf_string_free frees them. Any thread.
#pragma once

#include <cstdlib>
#include <string_view>

namespace ncf::base {

/// Returns a copy terminated by NUL, in memory from malloc; null if memory is short, so that
/// copying a message never throws.
inline char* c_text(std::string_view text) noexcept {
  auto* const copy = static_cast<char*>(std::calloc(text.size() + 1, 1));
  if (copy != nullptr) text.copy(copy, text.size());
  return copy;
}

}  // namespace ncf::base
