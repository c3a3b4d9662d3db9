// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts in how many words each bit is set. Words are added as the digits of binary numbers, one
// number for each bit of a vector of words: a carry-save adder reduces three digits to two with
// five logical operations for the whole vector. Single bits are examined only once in many
// thousands of words.
// source: Klarqvist, Mula and Lemire 2021, Efficient computation of positional population counts
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "transcode/rounding/word_vector.hpp"

namespace ncf::transcode {

/// Word: std::uint32_t or std::uint64_t. One thread.
template <class Word>
class BitPositionCounter {
  using Words = WordVector<Word>;
  using Vector = typename Words::Vector;
  static constexpr std::size_t lanes = Words::lanes;
  static constexpr std::size_t word_bits = Words::word_bits;

 public:
  /// Counts of the bits from the highest to the lowest.
  using Counts = std::array<std::uint64_t, word_bits>;

  /// How many words more than 64 must be readable.
  static constexpr std::size_t words_beyond = lanes;

  /// Adds those of 64 words that belong to `set`.
  void add(const Word* words, ValueSet set) {
    add_set(set, [words](std::size_t at) { return Words::load(words + at); });
  }

  /// Adds the bits that the words of `set` have in common with those at `others`.
  void add_common(const Word* words, const Word* others, ValueSet set) {
    add_set(set, [words, others](std::size_t at) {
      return Words::load(words + at) & Words::load(others + at);
    });
  }

  /// Of all words added.
  [[nodiscard]] const Counts& counts() {
    add_waiting();
    empty_digits();
    return counts_;
  }

 private:
  static constexpr std::size_t levels_of_a_block = std::bit_width(set_values / lanes) - 1;
  static constexpr std::size_t levels = 16;
  static constexpr std::size_t max_blocks = (std::size_t{1} << (levels - levels_of_a_block)) - 1;

  template <class VectorAt>
  void add_set(ValueSet set, VectorAt vector_at) {
    constexpr int few = set_values / lanes / 2;  // one by one, they are faster than a block
    if (set == all_values) {
      add_block(vector_at);
    } else if (std::popcount(set) > few) {
      add_block([&](std::size_t at) { return vector_at(at) & Words::mask(set, at); });
    } else {
      for (; set != 0; set &= set - 1) {
        waiting_[waiting_words_++] = vector_at(static_cast<std::size_t>(std::countr_zero(set)))[0];
        if (waiting_words_ == set_values) add_waiting();
      }
    }
  }

  void add_waiting() {
    const ValueSet set = first_values(waiting_words_);
    waiting_words_ = 0;
    add_block(
        [&](std::size_t at) { return Words::load(waiting_.data() + at) & Words::mask(set, at); });
  }

  template <class VectorAt>
  void add_block(const VectorAt& vector_at) {
    if (blocks_ == max_blocks) empty_digits();
    Vector carry = add_group<levels_of_a_block - 1>(vector_at, 0);
    std::size_t level = levels_of_a_block;
    for (std::size_t blocks = blocks_; blocks % 2 != 0; blocks /= 2, ++level) {
      carry = add_digits(digits_[level], carries_[level], carry);
    }
    carries_[level] = carry;
    ++blocks_;
  }

  /// Adds two digits to a third. Returns the carry.
  static Vector add_digits(Vector& digit, const Vector& a, const Vector& b) {
    const Vector half = digit ^ a;
    const Vector carry = (digit & a) | (half & b);
    digit = half ^ b;
    return carry;
  }

  /// Adds 2^(level + 1) vectors of words. Returns the carry out of the level.
  template <std::size_t level, class VectorAt>
  Vector add_group(const VectorAt& vector_at, std::size_t at) {
    if constexpr (level == 0) {
      return add_digits(digits_[0], vector_at(at), vector_at(at + lanes));
    } else {
      const Vector first = add_group<level - 1>(vector_at, at);
      const Vector second = add_group<level - 1>(vector_at, at + (lanes << level));
      return add_digits(digits_[level], first, second);
    }
  }

  /// Moves the digits to the counts.
  void empty_digits() {
    for (std::size_t level = levels_of_a_block; level < levels; ++level) {
      if (blocks_ >> (level - levels_of_a_block) & 1U) add_carry(level);
    }
    for (std::size_t bit = 0; bit < word_bits; ++bit) {
      Vector numbers{};
      for (std::size_t level = levels; level-- > 0;) {
        numbers = numbers + numbers + (digits_[level] >> static_cast<Word>(bit) & Word{1});
      }
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        counts_[word_bits - 1 - bit] += numbers[lane];
      }
    }
    std::fill(std::begin(digits_), std::end(digits_), Vector{});
    blocks_ = 0;
  }

  void add_carry(std::size_t level) {
    Vector carry = carries_[level];
    for (; level < levels; ++level) {
      const Vector next = digits_[level] & carry;
      digits_[level] ^= carry;
      carry = next;
    }
  }

  Vector digits_[levels] = {};              // std::array would lose the attribute of Vector
  Vector carries_[levels] = {};             ///< of the levels that the bits of blocks_ name
  std::size_t blocks_ = 0;                  ///< added since the digits were empty
  std::array<Word, set_values> waiting_{};  ///< single words
  std::size_t waiting_words_ = 0;
  Counts counts_{};
};

}  // namespace ncf::transcode
