// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/bit_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

#include "model/visit_number.hpp"
#include "transcode/rounding/bit_position_counter.hpp"
#include "transcode/rounding/bit_rounding.hpp"

namespace ncf::transcode {
namespace {

/// The number of equal consecutive values that make a constant region.
constexpr std::size_t shortest_run = 8;

/// The bits of a value, with the exponent as sign and magnitude.
template <class Float>
BitsOf<Float> with_signed_exponent(Float value) {
  using Bits = BitsOf<Float>;
  constexpr unsigned significand_bits = FloatLayout<Float>::significand_bits;
  constexpr std::make_signed_t<Bits> bias = FloatLayout<Float>::exponents / 2 - 1;
  constexpr Bits exponent_mask = Bits{FloatLayout<Float>::exponents - 1} << significand_bits;
  constexpr Bits exponent_sign = Bits{FloatLayout<Float>::exponents / 2} << significand_bits;
  const Bits bits = bits_of(value);
  using Signed = std::make_signed_t<Bits>;
  const auto exponent = static_cast<Signed>((bits & exponent_mask) >> significand_bits) - bias;
  const auto magnitude = static_cast<Bits>(exponent < 0 ? -exponent : exponent);
  return (bits & ~exponent_mask) | magnitude << significand_bits |
         (exponent < 0 ? exponent_sign : 0);
}

template <class Float, class IsMissing>
void prepare(std::span<const std::byte> values, const IsMissing& is_missing,
             ComparableValues<Float>& prepared) {
  const std::size_t count = values.size() / sizeof(Float);
  prepared.bits.resize(count);
  prepared.masks.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = model::load<Float>(values.data() + i * sizeof(Float));
    const bool is_finite = std::abs(value) <= std::numeric_limits<Float>::max();
    const bool counts = is_finite & !is_missing(value);  // no branches
    prepared.bits[i] = with_signed_exponent(value);
    prepared.masks[i] = static_cast<BitsOf<Float>>(-BitsOf<Float>{counts});
  }
}

/// The length of the fastest dimension with more than one value.
std::size_t row_length(const model::Box& box) {
  const auto found = std::find_if(box.count.rbegin(), box.count.rend(),
                                  [](std::size_t length) { return length > 1; });
  return found == box.count.rend() ? 1 : *found;
}

/// Whether a row has as many equal neighbours as a constant region.
template <class Bits>
bool may_have_constant_region(const Bits* row, std::size_t length) {
  Bits equal = 0;
  for (std::size_t i = 1; i < length; ++i) equal += row[i] == row[i - 1] ? 1U : 0U;
  return equal + 1 >= shortest_run;
}

template <class Float>
void leave_out_constant_regions(std::size_t row_length, ComparableValues<Float>& values) {
  for (std::size_t row = 0; row < values.bits.size(); row += row_length) {
    if (!may_have_constant_region(values.bits.data() + row, row_length)) continue;
    std::size_t begin = row;
    for (std::size_t i = row + 1; i <= row + row_length; ++i) {
      if (i < row + row_length && values.bits[i] == values.bits[begin]) continue;
      if (i - begin >= shortest_run) {
        std::fill_n(values.masks.begin() + static_cast<std::ptrdiff_t>(begin), i - begin, 0);
      }
      begin = i;
    }
  }
}

/// Counts pairs in blocks.
template <class Word>
class PairBlocks {
 public:
  /// Counts pairs of the values at `at` with those `distance` further on.
  template <class Float>
  void add(const ComparableValues<Float>& values, std::size_t at, std::size_t distance,
           std::size_t count) {
    const Word* bits = values.bits.data() + at;
    const Word* masks = values.masks.data() + at;
    while (count > 0) {
      const std::size_t some = std::min(count, block_words - filled_);
      take(bits, masks, distance, some);
      bits += some;
      masks += some;
      count -= some;
      if (filled_ == block_words) add_block();
    }
  }

  BitPairCounts counts() {
    if (filled_ > 0) {
      for (auto* block : {&first_, &second_, &both_}) {
        std::fill(block->begin() + static_cast<std::ptrdiff_t>(filled_), block->end(), 0);
      }
      add_block();
    }
    const auto numbers = [](auto& counter) {
      const auto& counts = counter.counts();
      return std::vector<std::uint64_t>(counts.begin(), counts.end());
    };
    return {pairs_, difference_ != 0, numbers(in_first_), numbers(in_second_), numbers(in_both_)};
  }

 private:
  static constexpr std::size_t block_words = BitPositionCounter<Word>::block_words;

  void take(const Word* bits, const Word* masks, std::size_t distance, std::size_t count) {
    Word* __restrict first = first_.data() + filled_;
    Word* __restrict second = second_.data() + filled_;
    Word* __restrict both = both_.data() + filled_;
    Word difference = 0;
    Word pairs = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Word mask = masks[i] & masks[i + distance];
      const Word a = bits[i] & mask;
      const Word b = bits[i + distance] & mask;
      first[i] = a;
      second[i] = b;
      both[i] = a & b;
      difference |= a ^ b;
      pairs += mask & 1U;
    }
    difference_ |= difference;
    pairs_ += pairs;
    filled_ += count;
  }

  void add_block() {
    in_first_.add(first_.data());
    in_second_.add(second_.data());
    in_both_.add(both_.data());
    filled_ = 0;
  }

  std::array<Word, block_words> first_{};
  std::array<Word, block_words> second_{};
  std::array<Word, block_words> both_{};
  std::size_t filled_ = 0;
  std::uint64_t pairs_ = 0;
  Word difference_ = 0;
  BitPositionCounter<Word> in_first_;
  BitPositionCounter<Word> in_second_;
  BitPositionCounter<Word> in_both_;
};

template <class Float>
std::vector<BitPairCounts> count_pairs(const model::Box& box,
                                       const ComparableValues<Float>& values) {
  std::vector<BitPairCounts> counts;
  std::size_t distance = values.bits.size();
  for (const std::size_t length : box.count) {
    const std::size_t block = distance;
    distance /= length;
    PairBlocks<BitsOf<Float>> pairs;
    for (std::size_t at = 0; at < values.bits.size(); at += block) {
      pairs.add(values, at, distance, block - distance);
    }
    counts.push_back(pairs.counts());
  }
  return counts;
}

void add(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& others) {
  sums.resize(others.size());
  std::transform(sums.begin(), sums.end(), others.begin(), sums.begin(), std::plus<>());
}

}  // namespace

void BitPairCounts::merge(const BitPairCounts& other) {
  pairs += other.pairs;
  is_any_different = is_any_different || other.is_any_different;
  add(in_first, other.in_first);
  add(in_second, other.in_second);
  add(in_both, other.in_both);
}

BitPairCounter::BitPairCounter(const model::Type& type, std::vector<double> missing)
    : is_double_(type.type_class == model::TypeClass::double_), missing_(std::move(missing)) {}

std::size_t BitPairCounter::bytes_beside_a_value() const noexcept {
  return 2 * (is_double_ ? sizeof(double) : sizeof(float));
}

std::vector<BitPairCounts> BitPairCounter::count(const model::Box& box,
                                                 std::span<const std::byte> values) {
  const auto count = [&](auto& prepared, auto like) {
    with_missing_test<decltype(like)>(missing_, [&](const auto& is_missing) {
      prepare<decltype(like)>(values, is_missing, prepared);
    });
    leave_out_constant_regions(row_length(box), prepared);
    return count_pairs(box, prepared);
  };
  return is_double_ ? count(doubles_, double{}) : count(floats_, float{});
}

}  // namespace ncf::transcode
