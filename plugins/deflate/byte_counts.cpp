// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/byte_counts.hpp"

#include <array>
#include <bit>
#include <utility>

#include "deflate/little_endian.hpp"

namespace ncf::plugins::deflate {

void count_bytes(std::span<const std::uint8_t> bytes,
                 std::span<std::uint32_t, literals> counts) noexcept {
  // Tables in turn: where a byte comes again soon, an addition need not wait for the one before it.
  std::array<std::array<std::uint32_t, literals>, 8> tables{};
  const auto count_eight = [&]<std::size_t... k>(std::uint64_t eight, std::index_sequence<k...>) {
    (++tables[k][eight >> (8 * k) & 0xFF], ...);
  };
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    const std::uint64_t eight = load64(bytes.data() + i);
    if (std::rotl(eight, 8) == eight) {  // eight times the same
      tables[0][eight & 0xFF] += 8;
    } else {
      count_eight(eight, std::make_index_sequence<8>());
    }
  }
  for (; i < bytes.size(); ++i) ++tables[0][bytes[i]];
  for (std::size_t byte = 0; byte < literals; ++byte) {
    counts[byte] = 0;
    for (const auto& table : tables) counts[byte] += table[byte];
  }
}

}  // namespace ncf::plugins::deflate
