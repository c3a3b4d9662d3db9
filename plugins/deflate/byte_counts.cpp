// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/byte_counts.hpp"

#include <array>
#include <utility>

#include "deflate/little_endian.hpp"

namespace ncf::plugins::deflate {

void count_bytes(std::span<const std::uint8_t> bytes,
                 std::span<std::uint32_t, literals> counts) noexcept {
  // Four tables in turn: where the same byte follows itself, an addition need not wait for the one
  // before it.
  std::array<std::array<std::uint32_t, literals>, 4> tables{};
  const auto count_eight = [&]<std::size_t... k>(std::uint64_t eight, std::index_sequence<k...>) {
    (++tables[k % 4][eight >> (8 * k) & 0xFF], ...);
  };
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    count_eight(load64(bytes.data() + i), std::make_index_sequence<8>());
  }
  for (; i < bytes.size(); ++i) ++tables[0][bytes[i]];
  for (std::size_t byte = 0; byte < literals; ++byte) {
    counts[byte] = tables[0][byte] + tables[1][byte] + tables[2][byte] + tables[3][byte];
  }
}

}  // namespace ncf::plugins::deflate
