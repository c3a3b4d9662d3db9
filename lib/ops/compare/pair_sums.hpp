// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums over a block of pairs of finite numbers, small enough for the processor's fastest cache.
// Each sum has several independent parts, which processors add in parallel; this also loses less.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/rounding/bounds.hpp"

namespace ncf::ops {

struct NumberTally;

inline constexpr std::size_t block_pairs = 1024;

/// Pairs of a block, with their places in it.
struct Pairs {
  std::size_t count = 0;
  std::array<double, block_pairs> first;
  std::array<double, block_pairs> second;
  std::array<double, block_pairs> difference;
  std::array<std::uint16_t, block_pairs> place;  ///< only if some pairs of the block are left out

  void add(double a, double b, double b_minus_a, std::size_t at) noexcept {
    first[count] = a;
    second[count] = b;
    difference[count] = b_minus_a;
    place[count++] = static_cast<std::uint16_t>(at);
  }
};

/// Adds pairs to the tally. begin: position of the block in the run. has_places: whether `place`
/// gives the positions of the pairs; otherwise they are consecutive.
void add_pairs(const Pairs& pairs, const ErrorLimit& limit, std::size_t begin, bool has_places,
               NumberTally& tally);

}  // namespace ncf::ops
