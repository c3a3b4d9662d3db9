// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts in how many words each bit is set. Words are added as the digits of binary numbers, one
// number for each bit of a vector of words: a carry-save adder reduces three digits to two with
// five logical operations for the whole vector. Single bits are examined only once in thousands of
// words.
// source: Klarqvist, Mula and Lemire 2021, Efficient computation of positional population counts
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ncf::transcode {

/// Word: std::uint32_t or std::uint64_t. One thread.
template <class Word>
class BitPositionCounter {
  static constexpr std::size_t vector_bytes = 16;  // available on every x86-64 and ARM processor
  static constexpr std::size_t lanes = vector_bytes / sizeof(Word);
  static constexpr std::size_t levels_of_a_block = 7;
  static constexpr std::size_t levels = 16;
  static constexpr std::size_t max_blocks = (std::size_t{1} << (levels - levels_of_a_block)) - 1;

  using Vector [[gnu::vector_size(vector_bytes)]] = Word;

 public:
  static constexpr std::size_t word_bits = 8 * sizeof(Word);
  static constexpr std::size_t block_words = lanes << levels_of_a_block;

  /// Counts of the bits from the highest to the lowest.
  using Counts = std::array<std::uint64_t, word_bits>;

  /// words: `block_words` of them.
  void add(const Word* words) {
    if (blocks_ == max_blocks) empty_digits();
    Vector carry = add_group<levels_of_a_block - 1>(words);
    for (std::size_t level = levels_of_a_block; level < levels; ++level) {
      const Vector next = digits_[level] & carry;
      digits_[level] ^= carry;
      carry = next;
    }
    ++blocks_;
  }

  /// Of all words added.
  [[nodiscard]] const Counts& counts() {
    empty_digits();
    return counts_;
  }

 private:
  static Vector load(const Word* from) {
    Vector words;
    std::memcpy(&words, from, sizeof words);
    return words;
  }

  /// Adds two digits to a third. Returns the carry.
  static Vector add_digits(Vector& digit, const Vector& a, const Vector& b) {
    const Vector half = digit ^ a;
    const Vector carry = (digit & a) | (half & b);
    digit = half ^ b;
    return carry;
  }

  /// Adds 2^(level + 1) vectors of words. Returns the carry out of the level.
  template <std::size_t level>
  Vector add_group(const Word* words) {
    if constexpr (level == 0) {
      return add_digits(digits_[0], load(words), load(words + lanes));
    } else {
      const Vector first = add_group<level - 1>(words);
      const Vector second = add_group<level - 1>(words + (lanes << level));
      return add_digits(digits_[level], first, second);
    }
  }

  /// Moves the digits to the counts.
  void empty_digits() {
    for (std::size_t level = 0; level < levels; ++level) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Word word = digits_[level][lane];
        for (std::size_t bit = 0; bit < word_bits; ++bit) {
          counts_[word_bits - 1 - bit] += std::uint64_t{word >> bit & 1U} << level;
        }
      }
      digits_[level] = Vector{};
    }
    blocks_ = 0;
  }

  Vector digits_[levels] = {};  // std::array would lose the attribute of Vector
  std::size_t blocks_ = 0;      ///< added since the digits were empty
  Counts counts_{};
};

}  // namespace ncf::transcode
