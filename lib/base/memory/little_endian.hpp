// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ncf::base {

/// Returns the unsigned number in these bytes, the least significant first. count: at most 8.
[[nodiscard]] constexpr std::uint64_t little_endian_at(std::span<const std::byte> bytes,
                                                       std::size_t offset, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;) {
    number = number << 8U | std::to_integer<std::uint64_t>(bytes[offset + i]);
  }
  return number;
}

}  // namespace ncf::base
