// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the bits of pairs of values in a box, with vectors of so many bytes.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include "model/grid/box.hpp"
#include "transcode/rounding/bit_pairs.hpp"
#include "transcode/rounding/bit_position_counter.hpp"
#include "transcode/rounding/box_strips.hpp"
#include "transcode/rounding/comparable_values.hpp"

namespace ncf::transcode {

/// Prepared values of a strip, from some place in its buffer on.
template <class Word>
struct PreparedValues {
  const Word* words;
  const ValueSet* counting;
  std::size_t at;  ///< of the first value, in its set

  [[nodiscard]] ValueSet set() const {
    return at == 0 ? *counting : values_after(counting[0], counting[1], at);
  }
  [[nodiscard]] PreparedValues after(std::size_t sets) const {
    return {words + sets * set_values, counting + sets, at};
  }
};

/// Counts values, and in how many of them each bit is 1.
template <class Word, std::size_t vector_bytes>
class OnesOfValues {
 public:
  /// Adds those of 64 values that belong to `set`.
  void add(const Word* words, ValueSet set) {
    if (set == 0) return;
    ones_.add(words, set);
    values_ += static_cast<unsigned>(std::popcount(set));
  }

  /// Adds all that count. Those that do not have no bits.
  void add_sets(const PreparedValues<Word>& values, std::size_t sets) {
    ones_.add_sets(values.words, sets);
    for (std::size_t i = 0; i < sets; ++i) {
      values_ += static_cast<unsigned>(std::popcount(values.counting[i]));
    }
  }

  [[nodiscard]] std::uint64_t values() const noexcept { return values_; }
  [[nodiscard]] const auto& ones() { return ones_.counts(); }

 private:
  BitPositionCounter<Word, vector_bytes> ones_;
  std::uint64_t values_ = 0;
};

/// Counts the pairs along a dimension. The ones of their first values are those of all values
/// except the values that are not the first of a pair: usually few, apart from the last ones along
/// the dimension. The same holds for the second values.
template <class Word, std::size_t vector_bytes>
class PairsAlong {
 public:
  /// distance: of neighbours, in values. length: of the dimension.
  PairsAlong(std::size_t distance, std::size_t length)
      : distance_(distance), block_(distance * length) {}

  [[nodiscard]] std::size_t distance() const noexcept { return distance_; }

  /// Adds so many sets of values with those at `previous`, one distance before them.
  /// place: of the first value in the box or strip.
  void add(const PreparedValues<Word>& previous, const PreparedValues<Word>& values,
           std::size_t sets, std::size_t place) {
    if (distance_ == block_) return;
    place %= block_;
    const std::size_t end = place + sets * set_values;
    if (end <= distance_) return not_second_.add_sets(values, sets);
    const bool is_last = place >= block_ - distance_ && end <= block_;
    if (is_last) not_first_.add_sets(values, sets);
    add_pairs(previous, values, sets, place, is_last);
  }

  [[nodiscard]] BitPairCounts counts(OnesOfValues<Word, vector_bytes>& all) {
    if (distance_ == block_) {
      const std::vector<std::uint64_t> none(all.ones().size());
      return {0, none, none, none};
    }
    return {all.values() - not_first_.values(), difference(all.ones(), not_first_.ones()),
            difference(all.ones(), not_second_.ones()),
            difference(in_both_.counts(), across_.counts())};
  }

 private:
  static std::vector<std::uint64_t> difference(const auto& all, const auto& some) {
    std::vector<std::uint64_t> others(all.size());
    std::transform(all.begin(), all.end(), some.begin(), others.begin(), std::minus<>());
    return others;
  }

  /// is_last: whether the values that have no next one are already counted.
  void add_pairs(const PreparedValues<Word>& previous, const PreparedValues<Word>& values,
                 std::size_t sets, std::size_t place, bool is_last) {
    const std::size_t next_end = is_last ? block_ : block_ - distance_;
    std::size_t begin = 0;  // of sets with pairs that are not yet added
    const auto add_until = [&](std::size_t end) {
      in_both_.add_common_of_sets(previous.after(begin).words, values.after(begin).words,
                                  end - begin);
      begin = end + 1;
    };
    for (std::size_t i = 0; i < sets; ++i) {
      const bool is_inside = place >= distance_ && place + set_values <= next_end;
      const bool is_complete =
          is_inside && (values.counting[i] & previous.after(i).set()) == all_values;
      if (!is_complete && !add_set(previous.after(i), values.after(i), place, next_end)) {
        add_until(i);
      }
      place += set_values;
      if (place >= block_) place %= block_;
    }
    add_until(sets);
  }

  /// Examines one set. Returns whether it has pairs. place: of the first value in its block.
  /// next_end: in the block, of values with a next one.
  bool add_set(const PreparedValues<Word>& previous, const PreparedValues<Word>& values,
               std::size_t place, std::size_t next_end) {
    const ValueSet counting = values.set();
    const ValueSet has_previous = values_between(place, distance_, block_);
    not_first_.add(values.words, counting & ~values_between(place, 0, next_end));
    const ValueSet before = previous.set();
    not_first_.add(previous.words, before & has_previous & ~counting);
    not_second_.add(values.words, counting & ~(before & has_previous));
    if ((before & counting & has_previous) == 0) return false;
    across_.add_common(previous.words, values.words, before & counting & ~has_previous);
    return true;
  }

  /// Those of the 64 values from `place` on that are from `from` to `to` in their block.
  [[nodiscard]] ValueSet values_between(std::size_t place, std::size_t from, std::size_t to) const {
    if (place >= from && place + set_values <= to) return all_values;
    ValueSet set = 0;
    for (std::size_t block = 0; block < place + set_values; block += block_) {
      const std::size_t first = std::max(place, block + from);
      const std::size_t last = std::min(place + set_values, block + to);
      if (first < last) set |= first_values(last - first) << (first - place);
    }
    return set;
  }

  std::size_t distance_;
  std::size_t block_;
  BitPositionCounter<Word, vector_bytes> in_both_;  ///< also pairs of values in different blocks
  BitPositionCounter<Word, vector_bytes> across_;   ///< the latter
  OnesOfValues<Word, vector_bytes> not_first_;
  OnesOfValues<Word, vector_bytes> not_second_;
};

/// Counts the pairs in one box along each of its dimensions.
template <class Float, std::size_t vector_bytes>
class BoxPairs {
  using Word = BitsOf<Float>;

 public:
  /// buffers: for any box, one at a time. All arguments must outlive this object.
  BoxPairs(std::span<const std::size_t> shape, const BoxValues<Float>& values,
           StripBuffers<Word>& buffers)
      : strips_(cut_into_strips(shape)), values_(values), buffers_(buffers) {
    buffers_.begin(strips_);
    std::size_t distance = values.count;
    for (const std::size_t length : shape) {
      distance /= length;
      along_.emplace_back(distance, length);
    }
  }

  [[nodiscard]] std::size_t strip_values() const noexcept { return strips_.strip_values; }

  /// Adds the values of all strips from `begin` on, at most those of a part.
  void add_part(std::size_t begin) {
    const std::size_t end = std::min(begin + part_values, strips_.strip_values);
    const std::size_t sets = (end - begin + set_values - 1) / set_values;
    const std::size_t at = buffers_.add_part(sets * set_values);
    for (std::size_t strip = 0; strip < strips_.strips; ++strip) {
      const std::size_t first = strip * strips_.strip_values;
      const bool is_last = strip + 1 == strips_.strips;
      prepare(first + begin, first + end, is_last ? end : first + strips_.strip_values + begin,
              buffers_.words(strip) + at, buffers_.counting(strip) + at / set_values);
      add_prepared(strip, at, sets, first + begin);
    }
  }

  [[nodiscard]] std::vector<BitPairCounts> counts() {
    std::vector<BitPairCounts> counts;
    for (auto& pairs : along_) counts.push_back(pairs.counts(all_));
    return counts;
  }

 private:
  /// next: where the values begin that are prepared after these.
  void prepare(std::size_t first, std::size_t end, std::size_t next, Word* words,
               ValueSet* counting) const {
    for (; first < end; first += set_values, next += set_values, words += set_values) {
      values_.prefetch_set(next);
      *counting++ = ComparableValues<Float, vector_bytes>::prepare(values_, first, end, words);
    }
  }

  /// place: of the first value in the box.
  void add_prepared(std::size_t strip, std::size_t at, std::size_t sets, std::size_t place) {
    const PreparedValues<Word> values = prepared(strip, at);
    all_.add_sets(values, sets);
    for (std::size_t i = 0; i < along_.size(); ++i) {
      along_[i].add(previous(i, strip, at), values, sets, place);
    }
  }

  /// The values one distance along dimension `i` before those that begin at `at` in a strip.
  [[nodiscard]] PreparedValues<Word> previous(std::size_t i, std::size_t strip,
                                              std::size_t at) const {
    const std::size_t distance = along_[i].distance();
    if (i >= strips_.inner) return prepared(strip, at - distance);
    const std::size_t strips = distance / strips_.strip_values;
    const bool is_first = strip < strips;  // no value has a previous one
    return prepared(is_first ? strip : strip - strips, at);
  }

  [[nodiscard]] PreparedValues<Word> prepared(std::size_t strip, std::size_t at) const {
    return {buffers_.words(strip) + at, buffers_.counting(strip) + at / set_values,
            at % set_values};
  }

  BoxStrips strips_;
  const BoxValues<Float>& values_;
  StripBuffers<Word>& buffers_;
  OnesOfValues<Word, vector_bytes> all_;
  std::vector<PairsAlong<Word, vector_bytes>> along_;
};

}  // namespace ncf::transcode
