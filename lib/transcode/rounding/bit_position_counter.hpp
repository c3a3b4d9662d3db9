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
template <class Word, std::size_t vector_bytes>
class BitPositionCounter {
  using Words = WordVector<Word, vector_bytes>;
  using Vector = typename Words::Vector;
  static constexpr std::size_t lanes = Words::lanes;
  static constexpr std::size_t word_bits = Words::word_bits;

 public:
  /// Counts of the bits from the highest to the lowest.
  using Counts = std::array<std::uint64_t, word_bits>;

  /// Adds those of 64 words that belong to `set`.
  void add(const Word* words, ValueSet set) { add_set(set, Loaded{words}); }

  /// Adds the bits that the words of `set` have in common with those at `others`.
  void add_common(const Word* words, const Word* others, ValueSet set) {
    add_set(set, LoadedInCommon{words, others});
  }

  /// Does the same for all words of so many sets.
  void add_sets(const Word* words, std::size_t sets) {
    for (; sets >= sets_of_a_group; sets -= sets_of_a_group, words += words_of_a_group) {
      add_group<levels_of_a_group>(Loaded{words});
    }
    for (; sets > 0; --sets, words += set_values) add_group<levels_of_a_set>(Loaded{words});
  }
  void add_common_of_sets(const Word* words, const Word* others, std::size_t sets) {
    for (; sets >= sets_of_a_group; sets -= sets_of_a_group) {
      add_group<levels_of_a_group>(LoadedInCommon{words, others});
      words += words_of_a_group;
      others += words_of_a_group;
    }
    for (; sets > 0; --sets, words += set_values, others += set_values) {
      add_group<levels_of_a_set>(LoadedInCommon{words, others});
    }
  }

  /// Returns the counts of all words added.
  [[nodiscard]] const Counts& counts() {
    add_waiting();
    empty_digits();
    return counts_;
  }

 private:
  static constexpr std::size_t levels_of_a_set = std::bit_width(set_values / lanes) - 1;
  static constexpr std::size_t levels_of_a_group = 6;  // in larger ones, code is the limit
  static constexpr std::size_t sets_of_a_group = 1 << (levels_of_a_group - levels_of_a_set);
  static constexpr std::size_t words_of_a_group = sets_of_a_group * set_values;
  static constexpr std::size_t levels = 16;
  static constexpr std::size_t max_sets = (std::size_t{1} << (levels - levels_of_a_set)) - 1;

  /// Provides a vector of words from `at` on.
  struct Loaded {
    const Word* words;
    void operator()(std::size_t at, Vector& to) const { Words::load(words + at, to); }
  };
  struct LoadedInCommon {
    const Word* words;
    const Word* others;
    void operator()(std::size_t at, Vector& to) const {
      Vector other;
      Words::load(words + at, to);
      Words::load(others + at, other);
      to &= other;
    }
  };
  template <class Load>
  struct LoadedOfSet {
    const Load& load;
    ValueSet set;
    void operator()(std::size_t at, Vector& to) const {
      load(at, to);
      Words::keep(set, at, to);
    }
  };

  template <class Load>
  void add_set(ValueSet set, const Load& load) {
    constexpr int few = set_values / lanes / 2;  // one by one, they are faster than a set
    if (set == all_values) {
      add_group<levels_of_a_set>(load);
    } else if (std::popcount(set) > few) {
      add_group<levels_of_a_set>(LoadedOfSet<Load>{load, set});
    } else {
      for (; set != 0; set &= set - 1) {
        Vector words;
        load(static_cast<std::size_t>(std::countr_zero(set)), words);
        waiting_[waiting_words_++] = words[0];
        if (waiting_words_ == set_values) add_waiting();
      }
    }
  }

  void add_waiting() {
    const ValueSet set = first_values(waiting_words_);
    waiting_words_ = 0;
    const Loaded load{waiting_.data()};
    add_group<levels_of_a_set>(LoadedOfSet<Loaded>{load, set});
  }

  /// Adds 2^group_levels vectors of words.
  template <std::size_t group_levels, class Load>
  void add_group(const Load& load) {
    constexpr std::size_t sets = 1 << (group_levels - levels_of_a_set);
    if (sets_ + sets > max_sets) empty_digits();
    Vector low[group_levels];
    std::copy_n(digits_, group_levels, low);
    Vector carry;
    add_vectors<group_levels - 1>(low, load, 0, carry);
    std::copy_n(low, group_levels, digits_);
    std::size_t level = group_levels;
    for (std::size_t rest = sets_ / sets; rest % 2 != 0; rest /= 2, ++level) {
      add_digits(digits_[level], carries_[level], carry, carry);
    }
    carries_[level] = carry;
    sets_ += sets;
  }

  /// Adds two digits to a third.
  static void add_digits(Vector& digit, const Vector& a, const Vector& b, Vector& carry) {
    const Vector half = digit ^ a;
    const Vector sum = half ^ b;
    carry = (digit & a) | (half & b);
    digit = sum;
  }

  /// Adds 2^(level + 1) vectors of words. carry: out of the level.
  template <std::size_t level, class Load>
  static void add_vectors(Vector* digits, const Load& load, std::size_t at, Vector& carry) {
    Vector first;
    Vector second;
    if constexpr (level == 0) {
      load(at, first);
      load(at + lanes, second);
    } else {
      add_vectors<level - 1>(digits, load, at, first);
      add_vectors<level - 1>(digits, load, at + (lanes << level), second);
    }
    add_digits(digits[level], first, second, carry);
  }

  /// Moves the digits to the counts.
  [[gnu::noinline]] void empty_digits() {
    for (std::size_t level = levels_of_a_set; level < levels; ++level) {
      if (sets_ >> (level - levels_of_a_set) & 1U) add_carry(level);
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
    sets_ = 0;
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
  Vector carries_[levels] = {};             ///< of the levels that the bits of sets_ name
  std::size_t sets_ = 0;                    ///< added since the digits were empty
  std::array<Word, set_values> waiting_{};  ///< single words
  std::size_t waiting_words_ = 0;
  Counts counts_{};
};

}  // namespace ncf::transcode
