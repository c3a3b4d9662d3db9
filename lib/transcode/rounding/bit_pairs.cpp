// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/bit_pairs.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "transcode/rounding/bit_position_counter.hpp"

namespace ncf::transcode {
namespace {

/// Values that stay in the cache from their preparation until they are counted.
constexpr std::size_t part_values = std::size_t{1} << 13U;

/// The length of the fastest dimension with more than one value.
std::size_t row_length(const model::Box& box) {
  const auto found = std::find_if(box.count.rbegin(), box.count.rend(),
                                  [](std::size_t length) { return length > 1; });
  return found == box.count.rend() ? 1 : *found;
}

/// Counts values, and in how many of them each bit is 1.
template <class Float>
class OnesOfValues {
 public:
  using Ones = BitPositionCounter<BitsOf<Float>>;

  /// Adds those of the 64 values from `first` on that belong to `set`.
  void add(const ComparableValues<Float>& values, std::size_t first, ValueSet set) {
    if (set == 0) return;
    ones_.add(values.bits(first), set);
    values_ += static_cast<unsigned>(std::popcount(set));
  }

  [[nodiscard]] std::uint64_t values() const noexcept { return values_; }
  [[nodiscard]] const typename Ones::Counts& ones() { return ones_.counts(); }

 private:
  Ones ones_;
  std::uint64_t values_ = 0;
};

std::vector<std::uint64_t> difference(const auto& all, const auto& some) {
  std::vector<std::uint64_t> others(all.size());
  std::transform(all.begin(), all.end(), some.begin(), others.begin(), std::minus<>());
  return others;
}

/// Counts the pairs along a dimension. The ones of their first values are those of all values
/// except the values that are not the first of a pair: usually few, apart from the last ones along
/// the dimension. The same holds for the second values.
template <class Float>
class PairsAlong {
 public:
  /// distance: of neighbours, in values. length: of the dimension.
  PairsAlong(std::size_t distance, std::size_t length)
      : distance_(distance), block_(distance * length) {}

  /// Pairs the values from `begin` to `end` with those before them. begin: a multiple of 64.
  void add(const ComparableValues<Float>& values, std::size_t begin, std::size_t end) {
    if (distance_ == block_) return;
    std::size_t place = begin % block_;
    for (std::size_t at = begin; at < end; at += set_values) {
      add_set(values, at, place);
      place += set_values;
      if (place >= block_) place %= block_;
    }
  }

  [[nodiscard]] BitPairCounts counts(OnesOfValues<Float>& all) {
    const auto& in_both = in_both_.counts();
    if (distance_ == block_) {
      const std::vector<std::uint64_t> none(in_both.size());
      return {0, none, none, none};
    }
    return {all.values() - not_first_.values(),
            difference(all.ones(), not_first_.ones()),
            difference(all.ones(), not_second_.ones()),
            {in_both.begin(), in_both.end()}};
  }

 private:
  /// place: of the first value in its block.
  void add_set(const ComparableValues<Float>& values, std::size_t at, std::size_t place) {
    const ValueSet counting = values.counting(at);
    const ValueSet has_previous = values_between(place, distance_, block_);
    const ValueSet has_next = values_between(place, 0, block_ - distance_);
    ValueSet seconds = 0;
    if (has_previous != 0) {
      const ValueSet firsts = values.counting(at - distance_) & has_previous;
      seconds = counting & firsts;
      not_first_.add(values, at - distance_, firsts & ~counting);
      if (seconds != 0) {  // others have no bits, so most sets can be whole
        in_both_.add_common(values.bits(at - distance_), values.bits(at), has_previous);
      }
    }
    not_first_.add(values, at, counting & ~has_next);
    not_second_.add(values, at, counting & ~seconds);
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
  BitPositionCounter<BitsOf<Float>> in_both_;
  OnesOfValues<Float> not_first_;
  OnesOfValues<Float> not_second_;
};

template <class Float>
std::vector<BitPairCounts> count_pairs(const model::Box& box, std::span<const std::byte> bytes,
                                       ComparableValues<Float>& values) {
  values.begin(bytes, row_length(box));
  OnesOfValues<Float> all;
  std::vector<PairsAlong<Float>> along;
  std::size_t distance = values.count();
  for (const std::size_t length : box.count) {
    distance /= length;
    along.emplace_back(distance, length);
  }
  for (std::size_t begin = 0; begin < values.count(); begin += part_values) {
    const std::size_t end = std::min(values.count(), begin + part_values);
    values.prepare(end);
    for (std::size_t at = begin; at < end; at += set_values) {
      all.add(values, at, values.counting(at));
    }
    for (PairsAlong<Float>& pairs : along) pairs.add(values, begin, end);
  }
  std::vector<BitPairCounts> counts;
  for (PairsAlong<Float>& pairs : along) counts.push_back(pairs.counts(all));
  return counts;
}

void add(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& others) {
  sums.resize(others.size());
  std::transform(sums.begin(), sums.end(), others.begin(), sums.begin(), std::plus<>());
}

}  // namespace

void BitPairCounts::merge(const BitPairCounts& other) {
  pairs += other.pairs;
  add(in_first, other.in_first);
  add(in_second, other.in_second);
  add(in_both, other.in_both);
}

BitPairCounter::BitPairCounter(const model::Type& type, const std::vector<double>& missing)
    : is_double_(type.type_class == model::TypeClass::double_),
      floats_(missing),
      doubles_(missing) {}

std::size_t BitPairCounter::bytes_beside_a_value() const noexcept {
  return (is_double_ ? sizeof(double) : sizeof(float)) + 1;  // its bits, and two more
}

std::vector<BitPairCounts> BitPairCounter::count(const model::Box& box,
                                                 std::span<const std::byte> values) {
  return is_double_ ? count_pairs(box, values, doubles_) : count_pairs(box, values, floats_);
}

}  // namespace ncf::transcode
