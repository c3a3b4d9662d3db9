// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/bit_information.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>

#include "transcode/rounding/bit_rounding.hpp"

namespace ncf::transcode {
namespace {

/// Counts in how many words each bit is set. Words are added as the digits of binary numbers, one
/// number for each bit of a vector of words: a carry-save adder reduces three digits to two with
/// five logical operations for the whole vector. Single bits are examined only once in many
/// thousands of words. Word: std::uint32_t or std::uint64_t.
/// source: Klarqvist, Mula and Lemire 2021, Efficient computation of positional population counts
template <class Word>
class BitCounter {
  static constexpr std::size_t word_bits = 8 * sizeof(Word);
  static constexpr std::size_t levels_of_a_group = 4;
  static constexpr std::size_t levels = 16;
  static constexpr std::size_t max_groups = (std::size_t{1} << (levels - levels_of_a_group)) - 1;

 public:
  /// Where processors have shorter vectors, the compiler takes two. Functions pass them by
  /// reference: how they are passed by value depends on the instruction set.
  using Vector [[gnu::vector_size(32), gnu::aligned(32)]] = Word;
  using Unaligned [[gnu::vector_size(32), gnu::aligned(1), gnu::may_alias]] = Word;
  static const Unaligned& vector_at(const void* place) {
    return *static_cast<const Unaligned*>(place);
  }
  static constexpr std::size_t lanes = 32 / sizeof(Word);
  static constexpr std::size_t group_words = lanes << levels_of_a_group;

  /// Returns the bits that are 1 in any lane.
  static Word joined(const Vector& words) {
    Word any = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) any |= words[lane];
    return any;
  }

  /// Adds a group of words. load(at, vector): provides the vector of words from `at` on.
  template <class Load>
  void add_group(const Load& load) {
    Vector carry;
    add_vectors<levels_of_a_group - 1>(load, 0, carry);
    ++groups_;
    // Only these levels can contain anything.
    for (std::size_t level = levels_of_a_group; groups_ >> (level - levels_of_a_group); ++level) {
      const Vector next = digits_[level] & carry;
      digits_[level] ^= carry;
      carry = next;
    }
    if (groups_ == max_groups) empty_digits();
  }

  void add(Word word) {
    waiting_[waiting_words_++] = word;
    if (waiting_words_ == group_words) add_waiting();
  }

  /// Returns the counts of all words added, from the highest bit to the lowest.
  [[nodiscard]] const std::array<std::uint64_t, word_bits>& counts() {
    std::fill(waiting_.begin() + waiting_words_, waiting_.end(), Word{0});
    add_waiting();
    empty_digits();
    return counts_;
  }

 private:
  void add_waiting() {
    add_group([&](std::size_t at, auto& to) { to = vector_at(&waiting_[at]); });
    waiting_words_ = 0;
  }

  /// Adds 2^(level + 1) vectors. carry: out of the level.
  template <std::size_t level, class Load>
  void add_vectors(const Load& load, std::size_t at, Vector& carry) {
    Vector first;
    Vector second;
    if constexpr (level == 0) {
      load(at, first);
      load(at + lanes, second);
    } else {
      add_vectors<level - 1>(load, at, first);
      add_vectors<level - 1>(load, at + (lanes << level), second);
    }
    const Vector half = digits_[level] ^ first;
    carry = (digits_[level] & first) | (half & second);
    digits_[level] = half ^ second;
  }

  /// Moves the digits to the counts.
  [[gnu::noinline]] void empty_digits() {
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
    groups_ = 0;
  }

  Vector digits_[levels] = {};  // std::array would lose the attribute of Vector
  std::size_t groups_ = 0;      ///< added since the digits were empty
  std::array<Word, group_words> waiting_{};
  std::size_t waiting_words_ = 0;
  std::array<std::uint64_t, word_bits> counts_{};
};

/// The values of a box. row_length: of the fastest dimension with more than one value.
template <class Float>
struct BoxValues {
  const std::byte* at;
  std::size_t count;
  std::size_t row_length;
  std::span<const Float> missing;  ///< values that mark missing data
};

/// A part of the values of a box as words whose bits can be compared, with the exponent as sign and
/// magnitude, and which of them count: not those that mark missing data, NaN, infinities and
/// constant regions, which are runs of at least eight equal values along the fastest dimension.
/// source: Klöwer and others 2021, Methods; BitInformation.jl, signed_exponent
template <class Float>
struct ComparableValues {
  using Word = BitsOf<Float>;
  using Counter = BitCounter<Word>;
  using Vector = typename Counter::Vector;
  using FloatVector [[gnu::vector_size(32), gnu::aligned(32)]] = Float;
  static constexpr std::size_t most = 32 * Counter::group_words;
  static constexpr std::size_t least_run = 8;

  /// Takes the values from `distance` before `begin` to as much before `end`; those before the
  /// first of the box do not count. end - begin: at most `most`.
  void take(const BoxValues<Float>& values, std::size_t begin, std::size_t end,
            std::size_t distance) {
    const std::size_t absent = std::min(end, std::max(begin, distance)) - begin;
    raw.fill(std::numeric_limits<Float>::quiet_NaN());
    if (absent < end - begin) {
      const std::size_t first = begin + absent - distance;
      const std::size_t before = std::min(first, least_run);
      const std::size_t past = std::min(end - distance + least_run, values.count);
      const std::size_t place = least_run + absent - before;  // of the first value copied
      std::memcpy(&raw[place], values.at + (first - before) * sizeof(Float),
                  (past - first + before) * sizeof(Float));
      const std::size_t row = place + values.row_length - (first - before) % values.row_length;
      if (prepare(values.missing)) leave_out_runs(place, row, values.row_length);
    }
    leave_out(0, absent);
    leave_out(end - begin, most);
  }

  /// Returns whether there may be runs: three values are equal, or the last one and the one after.
  bool prepare(std::span<const Float> missing) {
    constexpr unsigned significand_bits = FloatLayout<Float>::significand_bits;
    constexpr Word bias = Word{FloatLayout<Float>::exponents / 2 - 1} << significand_bits;
    constexpr Word exponent = Word{FloatLayout<Float>::exponents - 1} << significand_bits;
    constexpr Word without_sign = static_cast<Word>(~Word{0}) >> 1U;
    const auto* const last = &raw[least_run + most - 1];
    Vector any_equal = Vector{} + (std::memcmp(last, last + 1, sizeof(Float)) == 0 ? 1U : 0U);
    for (std::size_t i = 0; i < most; i += Counter::lanes) {
      const Vector bits = Counter::vector_at(&raw[least_run + i]);
      const Vector before = Counter::vector_at(&raw[least_run + i - 1]);
      const Vector earlier = Counter::vector_at(&raw[least_run + i - 2]);
      const auto value = reinterpret_cast<FloatVector>(bits);
      const auto magnitude = reinterpret_cast<FloatVector>(bits & without_sign);
      Vector counts = reinterpret_cast<Vector>(magnitude <= std::numeric_limits<Float>::max());
      any_equal |= reinterpret_cast<Vector>((bits == before) & (before == earlier)) & counts;
      for (const Float mark : missing) counts &= reinterpret_cast<Vector>(value != mark);
      // The exponent's sign and magnitude are its complement if it is negative.
      const Vector is_negative = reinterpret_cast<Vector>(magnitude < Float{1});
      const Vector counted = ((bits - (bias & ~is_negative)) ^ (exponent & is_negative)) & counts;
      std::memcpy(&words[most + i], &counted, sizeof counted);
      std::memcpy(&counting[most + i], &counts, sizeof counts);
    }
    return Counter::joined(any_equal) != 0;
  }

  /// run: where the values in raw begin. row: where the next row begins.
  void leave_out_runs(std::size_t run, std::size_t row, std::size_t row_length) {
    for (std::size_t i = run + 1; i <= raw.size(); ++i) {
      const bool is_inside = i < raw.size() && i != row;
      if (is_inside && std::memcmp(&raw[i], &raw[i - 1], sizeof(Float)) == 0) continue;
      const std::size_t begin = std::clamp(run, least_run, least_run + most);
      const std::size_t end = std::clamp(i, least_run, least_run + most);
      if (i - run >= least_run) leave_out(begin - least_run, end - least_run);
      if (i == row) row += row_length;
      run = i;
    }
  }

  /// Makes values of the part not count.
  void leave_out(std::size_t begin, std::size_t end) {
    std::fill(&words[most] + begin, &words[most] + end, Word{0});
    std::fill(&counting[most] + begin, &counting[most] + end, Word{0});
  }

  std::array<Float, least_run + most + least_run> raw;  ///< between those around it
  /// Those of the part before, then those of this part, which are 0 if they do not count.
  std::array<Word, 2 * most> words{};
  std::array<Word, 2 * most> counting{};  ///< all ones for values that count, otherwise 0
};

/// The pairs along a dimension. The ones of their first values are those of all values except the
/// values that are not the first of a pair: usually few, apart from the last ones along the
/// dimension. The same holds for the second values.
template <class Float>
struct PairsAlong {
  using Values = ComparableValues<Float>;
  using Word = typename Values::Word;
  using Counter = typename Values::Counter;

  /// Adds the pairs whose second values are those from `begin` to `end`, which are in `seconds`.
  void add(const BoxValues<Float>& values, std::size_t begin, std::size_t end,
           const Values& seconds, Values& firsts) {
    const bool is_kept = distance <= Values::most;
    const bool all_have_first = begin % block >= distance && begin % block + end - begin <= block;
    const Values* used = &firsts;
    std::size_t place = Values::most;  // of the first one's partner
    if (is_kept && all_have_first && end - begin == Values::most) {
      used = &seconds;
      place -= distance;
    } else if (is_kept) {
      std::copy_n(&seconds.words[place - distance], Values::most, &firsts.words[place]);
      std::copy_n(&seconds.counting[place - distance], Values::most, &firsts.counting[place]);
      firsts.leave_out(end - begin, Values::most);
    } else {
      firsts.take(values, begin, end, distance);
    }
    for (std::size_t first = begin / block * block; first < end; first += block) {
      const std::size_t from = std::max(first, begin);
      const std::size_t to = std::min(first + distance, end);
      if (from < to) firsts.leave_out(from - begin, to - begin);  // they are of another block
      for (std::size_t i = std::max(first + block - distance, begin);
           i < std::min(first + block, end); ++i) {
        not_first.add(seconds.words[Values::most + i - begin]);
      }
    }
    for (std::size_t at = 0; at < end - begin; at += Counter::group_words) {
      add_group(&used->words[place + at], &used->counting[place + at],
                &seconds.words[Values::most + at], &seconds.counting[Values::most + at]);
    }
  }

  void add_group(const Word* firsts, const Word* counting_firsts, const Word* seconds,
                 const Word* counting_seconds) {
    typename Counter::Vector paired{};
    typename Counter::Vector alone{};
    in_both.add_group([&](std::size_t at, auto& to) {
      const auto& counts = Counter::vector_at(counting_firsts + at);
      const auto& other_counts = Counter::vector_at(counting_seconds + at);
      paired -= counts & other_counts;
      alone |= counts ^ other_counts;
      to = Counter::vector_at(firsts + at) & Counter::vector_at(seconds + at);
    });
    for (std::size_t lane = 0; lane < Counter::lanes; ++lane) pairs += paired[lane];
    if (Counter::joined(alone) == 0) return;
    for (std::size_t i = 0; i < Counter::group_words; ++i) {
      if (counting_firsts[i] > counting_seconds[i]) not_first.add(firsts[i]);
      if (counting_firsts[i] < counting_seconds[i]) not_second.add(seconds[i]);
    }
  }

  std::size_t distance;  ///< of neighbours, in values
  std::size_t block;     ///< values along the dimension and those after it
  std::uint64_t pairs = 0;
  Counter in_both = {};
  Counter not_first = {};
  Counter not_second = {};
};

/// Counts the pairs in one box along each of its dimensions, a part in the cache at a time.
template <class Float>
std::vector<BitPairCounts> count_pairs(std::span<const std::size_t> shape,
                                       const BoxValues<Float>& values) {
  using Values = ComparableValues<Float>;
  using Counter = typename Values::Counter;
  std::vector<PairsAlong<Float>> along;
  std::size_t distance = values.count;
  for (const std::size_t length : shape) {
    const std::size_t block = std::exchange(distance, distance / length);
    along.push_back({distance, block});
  }
  const auto seconds = std::make_unique<Values>();
  const auto firsts = std::make_unique<Values>();
  Counter all;
  for (std::size_t begin = 0; begin < values.count; begin += Values::most) {
    const std::size_t end = std::min(begin + Values::most, values.count);
    std::copy_n(&seconds->words[Values::most], Values::most, &seconds->words[0]);
    std::copy_n(&seconds->counting[Values::most], Values::most, &seconds->counting[0]);
    seconds->take(values, begin, end, 0);
    for (std::size_t at = Values::most; at < 2 * Values::most; at += Counter::group_words) {
      all.add_group(
          [&](std::size_t i, auto& to) { to = Counter::vector_at(&seconds->words[at + i]); });
    }
    for (auto& pairs : along) {
      if (pairs.distance < pairs.block) pairs.add(values, begin, end, *seconds, *firsts);
    }
  }
  std::vector<BitPairCounts> counts;
  for (auto& pairs : along) {
    const auto without = [&](Counter& some) {
      std::vector<std::uint64_t> ones(some.counts().size());
      if (pairs.distance == pairs.block) return ones;
      std::ranges::transform(all.counts(), some.counts(), ones.begin(), std::minus<>());
      return ones;
    };
    const auto& both = pairs.in_both.counts();
    counts.push_back({pairs.pairs,
                      without(pairs.not_first),
                      without(pairs.not_second),
                      {both.begin(), both.end()}});
  }
  return counts;
}

// All that this function calls is compiled into it, for the instructions that it may use. (Clang
// does so only with what it calls directly, so its code is slower.)
#ifdef __x86_64__
template <class Float>
[[gnu::flatten, gnu::target("avx2")]] std::vector<BitPairCounts> count_by_avx2(
    std::span<const std::size_t> shape, const BoxValues<Float>& values) {
  return count_pairs(shape, values);
}
#endif

template <class Float>
std::vector<BitPairCounts> count_in(const model::Box& box, std::span<const std::byte> bytes,
                                    std::span<const Float> missing) {
  BoxValues<Float> values{bytes.data(), bytes.size() / sizeof(Float), 1, missing};
  for (const std::size_t length : box.count) {
    if (length > 1) values.row_length = length;
  }
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) return count_by_avx2(box.count, values);
#endif
  return count_pairs(box.count, values);
}

}  // namespace

void BitPairCounts::merge(const BitPairCounts& other) {
  pairs += other.pairs;
  for (const auto member :
       {&BitPairCounts::in_first, &BitPairCounts::in_second, &BitPairCounts::in_both}) {
    (this->*member).resize((other.*member).size());
    std::ranges::transform(this->*member, other.*member, (this->*member).begin(), std::plus<>());
  }
}

BitPairCounter::BitPairCounter(const model::Type& type, const std::vector<double>& missing)
    : is_double_(type.type_class == model::TypeClass::double_),
      missing_floats_(missing.begin(), missing.end()),
      missing_doubles_(missing) {}

std::vector<BitPairCounts> BitPairCounter::count(const model::Box& box,
                                                 std::span<const std::byte> values) const {
  return is_double_ ? count_in<double>(box, values, missing_doubles_)
                    : count_in<float>(box, values, missing_floats_);
}

}  // namespace ncf::transcode
