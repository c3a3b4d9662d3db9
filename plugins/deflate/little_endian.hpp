// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes numbers of four and eight bytes, lowest byte first on any machine.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace ncf::plugins::deflate {

inline std::uint32_t load32(const std::uint8_t* bytes) noexcept {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  return value;
}

inline std::uint64_t load64(const std::uint8_t* bytes) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

inline void store32(std::uint8_t* bytes, std::uint32_t value) noexcept {
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  std::memcpy(bytes, &value, sizeof(value));
}

inline void store64(std::uint8_t* bytes, std::uint64_t value) noexcept {
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  std::memcpy(bytes, &value, sizeof(value));
}

}  // namespace ncf::plugins::deflate
