// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors of words, and sets of 64 values as one word with a bit for each. Pure functions; any
// thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ncf::transcode {

/// The lowest bit is for the first value.
using ValueSet = std::uint64_t;
constexpr std::size_t set_values = 64;
constexpr ValueSet all_values = ~ValueSet{0};

/// The 64 values that begin `some` values after the first of `set`, or before it. some: 1 to 63.
inline ValueSet values_after(ValueSet set, ValueSet next, std::size_t some) {
  return set >> some | next << (set_values - some);
}
inline ValueSet values_before(ValueSet previous, ValueSet set, std::size_t some) {
  return set << some | previous >> (set_values - some);
}

/// The first `count` values. count: at most 64.
inline ValueSet first_values(std::size_t count) {
  return count == set_values ? all_values : ~(all_values << count);
}

/// Functions pass vectors by reference, so that code for one instruction set can call code for
/// another: how vectors are passed by value depends on the instruction set.
/// Word: std::uint32_t or std::uint64_t. vector_bytes: 16 suits every x86-64 and ARM processor.
template <class Word, std::size_t vector_bytes>
struct WordVector {
  static constexpr std::size_t lanes = vector_bytes / sizeof(Word);
  static constexpr std::size_t word_bits = 8 * sizeof(Word);
  // The alignment, too, would depend on the instruction set.
  using Vector [[gnu::vector_size(vector_bytes), gnu::aligned(vector_bytes)]] = Word;

  static void load(const void* from, Vector& to) { std::memcpy(&to, from, sizeof to); }

  /// One bit for each of the values from `value` on, at its place in its word.
  static void load_places(std::size_t value, Vector& to) {
    static constexpr auto all = [] {
      std::array<Word, word_bits> bits{};
      for (std::size_t i = 0; i < word_bits; ++i) bits[i] = Word{1} << i;
      return bits;
    }();
    load(all.data() + value, to);
  }

  /// Removes the words of values that are not in a set, from its value `value` on.
  static void keep(ValueSet set, std::size_t value, Vector& words) {
    Vector places;
    load_places(value % word_bits, places);
    const Vector word = Vector{} + static_cast<Word>(set >> (value & ~(word_bits - 1)));
    words &= reinterpret_cast<Vector>((word & places) == places);
  }

  /// The bits that are 1 in any lane.
  static Word joined(const Vector& words) {
    std::array<std::uint64_t, vector_bytes / sizeof(std::uint64_t)> longs;
    std::memcpy(longs.data(), &words, sizeof longs);
    std::uint64_t all = 0;
    for (const std::uint64_t some : longs) all |= some;
    if constexpr (sizeof(Word) < sizeof all) all |= all >> word_bits;
    return static_cast<Word>(all);
  }
};

}  // namespace ncf::transcode
