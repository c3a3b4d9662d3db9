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

/// Word: std::uint32_t or std::uint64_t.
template <class Word>
struct WordVector {
  static constexpr std::size_t bytes = 16;  // available on every x86-64 and ARM processor
  static constexpr std::size_t lanes = bytes / sizeof(Word);
  static constexpr std::size_t word_bits = 8 * sizeof(Word);
  using Vector [[gnu::vector_size(bytes)]] = Word;

  static Vector load(const Word* from) {
    Vector words;
    std::memcpy(&words, from, sizeof words);
    return words;
  }

  /// One bit for each of the values from `value` on, at its place in the word of a set.
  static Vector places(std::size_t value) {
    static constexpr auto all = [] {
      std::array<Word, word_bits> bits{};
      for (std::size_t i = 0; i < word_bits; ++i) bits[i] = Word{1} << i;
      return bits;
    }();
    return load(all.data() + value % word_bits);
  }

  /// All bits for the values of a set, from `value` on, and none for others.
  static Vector mask(ValueSet set, std::size_t value) {
    const Vector bits = places(value);
    const Vector word = Vector{} + static_cast<Word>(set >> (value & ~(word_bits - 1)));
    return reinterpret_cast<Vector>((word & bits) == bits);
  }
};

}  // namespace ncf::transcode
