// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/checksum.hpp"

#include <algorithm>
#include <bit>

#include "base/memory/little_endian.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::size_t word_bytes = 4;
constexpr std::size_t block_bytes = 3 * word_bytes;

struct State {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;

  void add(std::span<const std::byte> block) noexcept {
    const auto word = [&](std::size_t number) {
      return static_cast<std::uint32_t>(
          base::little_endian_at(block, number * word_bytes, word_bytes));
    };
    a += word(0);
    b += word(1);
    c += word(2);
  }

  void mix() noexcept {
    const auto step = [](std::uint32_t& x, std::uint32_t& y, std::uint32_t& z, int bits) {
      x -= z;
      x ^= std::rotl(z, bits);
      z += y;
    };
    step(a, b, c, 4);
    step(b, c, a, 6);
    step(c, a, b, 8);
    step(a, b, c, 16);
    step(b, c, a, 19);
    step(c, a, b, 4);
  }

  void finish() noexcept {
    const auto step = [](std::uint32_t& x, std::uint32_t y, int bits) {
      x ^= y;
      x -= std::rotl(y, bits);
    };
    step(c, b, 14);
    step(a, c, 11);
    step(b, a, 25);
    step(c, b, 16);
    step(a, c, 4);
    step(b, a, 14);
    step(c, b, 24);
  }
};

}  // namespace

std::uint32_t checksum(std::span<const std::byte> bytes) noexcept {
  constexpr std::uint32_t start = 0xDEADBEEF;
  const std::uint32_t begin = start + static_cast<std::uint32_t>(bytes.size());
  State state{begin, begin, begin};
  for (; bytes.size() > block_bytes; bytes = bytes.subspan(block_bytes)) {
    state.add(bytes.first(block_bytes));
    state.mix();
  }
  if (bytes.empty()) return state.c;
  std::byte last[block_bytes]{};
  std::ranges::copy(bytes, last);
  state.add(last);
  state.finish();
  return state.c;
}

}  // namespace ncf::hdf5
