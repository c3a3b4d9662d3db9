// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a box with bits that can be compared: the exponent as sign and magnitude, and which
// values count. A value does not count if it marks missing data, is NaN or infinite, or belongs to
// a constant region, which is a run of at least eight equal values along the fastest dimension.
//
// Values are prepared part after part, so that each part is still in the cache when it is used.
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

#include "model/values/visit_number.hpp"
#include "transcode/rounding/bit_position_counter.hpp"
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

/// Keeps its memory from box to box. One thread.
template <class Float>
class ComparableValues {
  using Word = BitsOf<Float>;

 public:
  /// missing: values that mark missing data.
  explicit ComparableValues(const std::vector<double>& missing)
      : missing_(missing.begin(), missing.end()) {}

  /// Begins with another box. values: they outlive the work on this box. row_length: of the fastest
  /// dimension with more than one value.
  void begin(std::span<const std::byte> values, std::size_t row_length) {
    values_ = values;
    count_ = values.size() / sizeof(Float);
    sets_ = (count_ + set_values - 1) / set_values;
    bits_.resize((1 + sets_) * set_values + BitPositionCounter<Word>::words_beyond);
    counting_.assign(1 + sets_ + 1, 0);
    equal_.assign(1 + sets_ + 1, 0);
    prepared_ = 0;
    complete_ = 0;
    row_length_ = row_length;
    next_row_ = 0;
  }

  /// Prepares the values before `end`, and the rest of its set.
  void prepare(std::size_t end) {
    const std::size_t end_set = (end + set_values - 1) / set_values;
    while (prepared_ < std::min(end_set + 1, sets_)) prepare_set();
    while (complete_ < end_set) leave_out_constant_regions();
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  /// Of the values from `first` on; 0 for values that do not count. first: it may be up to 64
  /// before the box.
  [[nodiscard]] const Word* bits(std::size_t first) const noexcept {
    return bits_.data() + (first + set_values);
  }

  /// Which of the 64 values from `first` on count.
  [[nodiscard]] ValueSet counting(std::size_t first) const noexcept {
    const ValueSet* sets = counting_.data() + (first + set_values) / set_values;
    const std::size_t offset = first % set_values;
    return offset == 0 ? sets[0] : values_after(sets[0], sets[1], offset);
  }

 private:
  using Words = WordVector<Word>;
  using Vector = typename Words::Vector;
  using FloatVector [[gnu::vector_size(Words::bytes)]] = Float;

  void prepare_set() {
    const std::size_t first = prepared_ * set_values;
    const std::size_t count = std::min(set_values, count_ - first);
    const std::byte* values = values_.data() + first * sizeof(Float);
    std::array<Float, 1 + set_values> copy;
    if (first == 0 || count < set_values) {  // no value before the first, or less than 64
      const std::size_t before = first == 0 ? 0 : 1;
      copy.fill(std::numeric_limits<Float>::quiet_NaN());
      std::memcpy(&copy[1 - before], values - before * sizeof(Float),
                  (before + count) * sizeof(Float));
      values = reinterpret_cast<const std::byte*>(&copy[1]);
    }
    ++prepared_;
    for (std::size_t i = 0; i < set_values; i += Words::word_bits) {
      const auto [counting, equal] =
          prepare_word_bits(values + i * sizeof(Float), bits_.data() + first + set_values + i);
      counting_[prepared_] |= ValueSet{counting} << i;
      equal_[prepared_] |= ValueSet{equal} << i;
    }
    for (; next_row_ < first + set_values; next_row_ += row_length_) {
      equal_[prepared_] &= ~(ValueSet{1} << (next_row_ - first));
    }
  }

  struct Sets {
    Word counting;
    Word equal;
  };

  /// Prepares as many values as a word has bits.
  Sets prepare_word_bits(const std::byte* values, Word* prepared) const {
    constexpr unsigned significand_bits = FloatLayout<Float>::significand_bits;
    constexpr Word bias = Word{FloatLayout<Float>::exponents / 2 - 1} << significand_bits;
    constexpr Word exponent = Word{FloatLayout<Float>::exponents - 1} << significand_bits;
    constexpr Word without_sign = static_cast<Word>(~Word{0}) >> 1U;
    Vector counting{};
    Vector equal{};
    for (std::size_t i = 0; i < Words::word_bits; i += Words::lanes) {
      const auto bits = model::load<Vector>(values + i * sizeof(Float));
      const auto before = model::load<Vector>(values + i * sizeof(Float) - sizeof(Float));
      const auto value = reinterpret_cast<FloatVector>(bits);
      const auto magnitude = reinterpret_cast<FloatVector>(bits & without_sign);
      Vector counts = reinterpret_cast<Vector>(magnitude <= std::numeric_limits<Float>::max());
      for (const Float mark : missing_) counts &= reinterpret_cast<Vector>(value != mark);
      // The exponent's sign and magnitude are its complement if it is negative.
      const Vector is_negative = reinterpret_cast<Vector>(magnitude < Float{1});
      const Vector comparable = (is_negative & (bits ^ exponent)) | (~is_negative & (bits - bias));
      const Vector counted = comparable & counts;
      std::memcpy(prepared + i, &counted, sizeof counted);
      counting |= counts & Words::places(i);
      equal |= reinterpret_cast<Vector>(bits == before) & Words::places(i);
    }
    Sets sets{};
    for (std::size_t lane = 0; lane < Words::lanes; ++lane) {
      sets.counting |= counting[lane];
      sets.equal |= equal[lane];
    }
    return sets;
  }

  void leave_out_constant_regions() {
    const ValueSet* equal = equal_.data() + complete_++;
    const ValueSet constant = in_constant_region(equal[0], equal[1], equal[2]);
    counting_[complete_] &= ~constant;
    for (ValueSet rest = constant; rest != 0; rest &= rest - 1) {
      bits_[complete_ * set_values + static_cast<std::size_t>(std::countr_zero(rest))] = 0;
    }
  }

  std::vector<Float> missing_;
  std::span<const std::byte> values_;
  std::size_t count_ = 0;
  std::size_t sets_ = 0;
  // There is one more set before the first, and after the last.
  std::vector<Word> bits_;
  std::vector<ValueSet> counting_;
  std::vector<ValueSet> equal_;  ///< to the value before in the row
  std::size_t prepared_ = 0;     ///< sets with bits
  std::size_t complete_ = 0;     ///< sets without constant regions
  std::size_t row_length_ = 0;
  std::size_t next_row_ = 0;  ///< where the first row begins that is not prepared
};

}  // namespace ncf::transcode
