// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a box with bits that can be compared: the exponent as sign and magnitude, and which
// values count. A value does not count if it marks missing data, is NaN or infinite, or belongs to
// a constant region, which is a run of at least eight equal values along the fastest dimension.
// Pure functions; any thread.
// source: Klöwer and others 2021, Methods; BitInformation.jl, signed_exponent
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "transcode/rounding/bit_rounding.hpp"
#include "transcode/rounding/word_vector.hpp"

namespace ncf::transcode {

/// Those values of `set` that belong to a run of at least eight equal values. All sets: values that
/// equal the value before them.
inline ValueSet in_constant_region(ValueSet before, ValueSet set, ValueSet after) {
  if ((set | (after & 1U)) == 0) return 0;
  const auto seventh_equal = [](ValueSet earlier, ValueSet equal) {
    const ValueSet earlier_two = earlier & earlier << 1U;
    const ValueSet two = equal & values_before(earlier, equal, 1);
    const ValueSet earlier_four = earlier_two & earlier_two << 2U;
    const ValueSet four = two & values_before(earlier_two, two, 2);
    return four & values_before(earlier_four, four, 3);
  };
  const ValueSet ends = seventh_equal(before, set);
  const ValueSet ends_after = seventh_equal(set, after);
  const ValueSet last_two = ends | values_after(ends, ends_after, 1);
  const ValueSet last_two_after = ends_after | ends_after >> 1U;
  const ValueSet last_four = last_two | values_after(last_two, last_two_after, 2);
  const ValueSet last_four_after = last_two_after | last_two_after >> 2U;
  return last_four | values_after(last_four, last_four_after, 4);
}

/// The values of a box.
template <class Float>
struct BoxValues {
  const std::byte* at;
  std::size_t count;
  std::size_t row_length;          ///< of the fastest dimension with more than one value
  std::span<const Float> missing;  ///< values that mark missing data

  /// Has 64 values brought into the cache. first: it may be anywhere.
  void prefetch_set(std::size_t first) const {
    constexpr std::size_t line_bytes = 64;
    const auto address = reinterpret_cast<std::uintptr_t>(at) + first * sizeof(Float);
    for (std::size_t i = 0; i < set_values * sizeof(Float); i += line_bytes) {
      __builtin_prefetch(reinterpret_cast<const void*>(address + i));
    }
  }
};

template <class Float, std::size_t vector_bytes>
class ComparableValues {
  using Word = BitsOf<Float>;
  using Words = WordVector<Word, vector_bytes>;
  using Vector = typename Words::Vector;
  using FloatVector [[gnu::vector_size(vector_bytes), gnu::aligned(vector_bytes)]] = Float;

 public:
  /// Stores comparable bits of 64 values from `first` on, 0 for values that do not count. Returns
  /// which values count. end: of the values to store; others do not count.
  static ValueSet prepare(const BoxValues<Float>& values, std::size_t first, std::size_t end,
                          Word* prepared) {
    const SetOfValues set(values, first, end);
    Vector any_equal{};
    ValueSet counting = 0;
    for (std::size_t i = 0; i < set_values; i += Words::word_bits) {
      const Word word =
          prepare_word_bits(values.missing, set.at + i * sizeof(Float), prepared + i, any_equal);
      counting |= ValueSet{word} << i;
    }
    if (Words::joined(any_equal) == 0) return counting;
    const ValueSet constant = constant_regions(values, first);
    for (ValueSet rest = constant & counting; rest != 0; rest &= rest - 1) {
      prepared[std::countr_zero(rest)] = 0;
    }
    return counting & ~constant;
  }

 private:
  /// Makes 64 values and the one before readable.
  struct SetOfValues {
    const std::byte* at;
    std::array<Float, 1 + set_values> copy;

    SetOfValues(const BoxValues<Float>& values, std::size_t first, std::size_t end)
        : at(values.at + first * sizeof(Float)) {
      if (first > 0 && end - first >= set_values) return;
      const std::size_t before = first == 0 ? 0 : 1;
      const std::size_t count = std::min(set_values, end - first);
      copy.fill(std::numeric_limits<Float>::quiet_NaN());
      std::memcpy(&copy[1 - before], at - before * sizeof(Float), (before + count) * sizeof(Float));
      at = reinterpret_cast<const std::byte*>(&copy[1]);
    }
  };

  static void load_with_previous(const std::byte* values, Vector& bits, Vector& before) {
    Words::load(values, bits);
    Words::load(values - sizeof(Float), before);
  }

  /// Prepares as many values as a word has bits.
  static Word prepare_word_bits(std::span<const Float> missing, const std::byte* values,
                                Word* prepared, Vector& any_equal) {
    constexpr unsigned significand_bits = FloatLayout<Float>::significand_bits;
    constexpr Word bias = Word{FloatLayout<Float>::exponents / 2 - 1} << significand_bits;
    constexpr Word exponent = Word{FloatLayout<Float>::exponents - 1} << significand_bits;
    constexpr Word without_sign = static_cast<Word>(~Word{0}) >> 1U;
    Vector counting{};
    Vector equal{};
    for (std::size_t i = 0; i < Words::word_bits; i += Words::lanes) {
      Vector bits;
      Vector before;
      Vector place;
      load_with_previous(values + i * sizeof(Float), bits, before);
      Words::load_places(i, place);
      const auto value = reinterpret_cast<FloatVector>(bits);
      const auto magnitude = reinterpret_cast<FloatVector>(bits & without_sign);
      Vector counts = reinterpret_cast<Vector>(magnitude <= std::numeric_limits<Float>::max());
      for (const Float mark : missing) counts &= reinterpret_cast<Vector>(value != mark);
      // The exponent's sign and magnitude are its complement if it is negative.
      const Vector is_negative = reinterpret_cast<Vector>(magnitude < Float{1});
      const Vector comparable = (bits - (bias & ~is_negative)) ^ (exponent & is_negative);
      const Vector counted = comparable & counts;
      std::memcpy(prepared + i, &counted, sizeof counted);
      counting |= counts & place;
      equal |= reinterpret_cast<Vector>(bits == before);
    }
    any_equal |= equal;
    return Words::joined(counting);
  }

  static ValueSet constant_regions(const BoxValues<Float>& values, std::size_t first) {
    const ValueSet before = first < set_values ? 0 : equal_to_previous(values, first - set_values);
    const ValueSet after = equal_to_previous(values, first + set_values);
    return in_constant_region(before, equal_to_previous(values, first), after);
  }

  /// Which of the 64 values from `first` on equal the value before them in their row.
  static ValueSet equal_to_previous(const BoxValues<Float>& values, std::size_t first) {
    if (first >= values.count) return 0;
    const SetOfValues set(values, first, values.count);
    ValueSet equal = 0;
    for (std::size_t from = 0; from < set_values; from += Words::word_bits) {
      const std::byte* const word = set.at + from * sizeof(Float);
      Vector places{};
      for (std::size_t i = 0; i < Words::word_bits; i += Words::lanes) {
        Vector bits;
        Vector before;
        Vector place;
        load_with_previous(word + i * sizeof(Float), bits, before);
        Words::load_places(i, place);
        places |= reinterpret_cast<Vector>(bits == before) & place;
      }
      equal |= ValueSet{Words::joined(places)} << from;
    }
    const std::size_t in_row = first % values.row_length;
    std::size_t row = in_row == 0 ? 0 : values.row_length - in_row;
    for (; row < set_values; row += values.row_length) equal &= ~(ValueSet{1} << row);
    return equal;
  }
};

}  // namespace ncf::transcode
