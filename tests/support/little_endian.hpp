// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers to the byte order of files, on machines of either byte order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace ncf::test {

/// Returns the bytes of a number, the lowest first.
template <class Number>
std::array<std::byte, sizeof(Number)> little_endian(Number number) {
  auto bytes = std::bit_cast<std::array<std::byte, sizeof(Number)>>(number);
  if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

/// Converts a number between the machine's byte order and little-endian.
template <class Number>
Number to_little_endian(Number number) {
  return std::bit_cast<Number>(little_endian(number));
}

}  // namespace ncf::test
