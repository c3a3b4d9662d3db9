// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/zfp_words.hpp"

#include <bit>
#include <cmath>

namespace ncf::filter {
namespace {

// Word 1: "zfp" and the format's version; 2 and 3: 52 bits of type and shape, 12 bits of mode.
constexpr std::uint32_t magic = 'z' | 'f' << 8 | 'p' << 16;

// The 12 bits: each mode has a range of them.
constexpr std::uint32_t first_precision = 2048;
constexpr std::uint32_t reversible = first_precision + 128;
constexpr std::uint32_t first_accuracy = reversible + 1;
constexpr std::uint32_t expert = 4095;  // and 52 bits more

constexpr int smallest_exponent = -1074;          // of a double
constexpr int smallest_expert_exponent = -16495;  // what 15 bits hold is counted from here

/// The next `count` of the bits, least significant first.
std::uint32_t take_bits(std::uint64_t& bits, unsigned count) {
  const auto taken = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << count) - 1));
  bits >>= count;
  return taken;
}

std::vector<std::uint32_t> with_double(std::uint32_t mode, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {mode, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

std::vector<std::uint32_t> expert_words(std::uint64_t bits) {
  const std::uint32_t minbits = take_bits(bits, 15) + 1;
  const std::uint32_t maxbits = take_bits(bits, 15) + 1;
  const std::uint32_t maxprec = take_bits(bits, 7) + 1;
  const int minexp = static_cast<int>(take_bits(bits, 15)) + smallest_expert_exponent;
  return {4, 0, minbits, maxbits, maxprec, static_cast<std::uint32_t>(minexp)};
}

}  // namespace

std::optional<std::vector<std::uint32_t>> zfp_user_words(std::span<const std::uint32_t> words) {
  if (words.size() < 4 || (words[1] & 0xFFFFFFU) != magic) return std::nullopt;
  const std::uint32_t mode = words[3] >> 20;
  if (mode < first_precision) {
    // A rate is held as the bits of a block of 4 values along each dimension.
    const unsigned dimensions = (words[2] >> 2 & 3U) + 1;
    return with_double(1, std::ldexp(mode + 1, -2 * static_cast<int>(dimensions)));
  }
  if (mode < reversible) return std::vector<std::uint32_t>{2, 0, mode - first_precision + 1};
  if (mode == reversible) return std::vector<std::uint32_t>{5};
  if (mode < expert) {
    const int exponent = static_cast<int>(mode - first_accuracy) + smallest_exponent;
    return with_double(3, std::ldexp(1.0, exponent));
  }
  if (words.size() < 6) return std::nullopt;
  return expert_words(static_cast<std::uint64_t>(words[5]) << 32 | words[4]);
}

}  // namespace ncf::filter
