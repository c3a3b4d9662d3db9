// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/types/limits.hpp"

#include <cstdint>

namespace ncf::model {

bool fits_any_file(std::span<const std::size_t> lengths, std::size_t value_bytes) noexcept {
  auto bytes = static_cast<std::int64_t>(value_bytes);
  for (const std::size_t length : lengths) {
    if (length > 0 && __builtin_mul_overflow(bytes, length, &bytes)) return false;
  }
  return true;
}

}  // namespace ncf::model
