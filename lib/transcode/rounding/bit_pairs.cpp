// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/bit_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "transcode/rounding/pair_counting.hpp"

namespace ncf::transcode {
namespace {

/// The length of the fastest dimension with more than one value.
std::size_t row_length(const model::Box& box) {
  const auto found = std::find_if(box.count.rbegin(), box.count.rend(),
                                  [](std::size_t length) { return length > 1; });
  return found == box.count.rend() ? 1 : *found;
}

// All that these functions call is compiled into them, for the instructions that they may use.
// (Clang does so only with what they call directly, so its code is as fast for 16 bytes.)
template <class Float>
[[gnu::flatten]] void add_part(BoxPairs<Float, 16>& pairs, std::size_t begin) {
  pairs.add_part(begin);
}

#ifdef __x86_64__
template <class Float>
[[gnu::flatten, gnu::target("avx2,popcnt")]] void add_part(BoxPairs<Float, 32>& pairs,
                                                           std::size_t begin) {
  pairs.add_part(begin);
}
#endif

template <class Float, std::size_t vector_bytes>
std::vector<BitPairCounts> count_pairs(const model::Box& box, const BoxValues<Float>& values,
                                       StripBuffers<BitsOf<Float>>& buffers) {
  BoxPairs<Float, vector_bytes> pairs(box.count, values, buffers);
  for (std::size_t begin = 0; begin < pairs.strip_values(); begin += part_values) {
    add_part(pairs, begin);
  }
  return pairs.counts();
}

template <class Float>
std::vector<BitPairCounts> count_with(std::size_t vector_bytes, const model::Box& box,
                                      std::span<const std::byte> bytes,
                                      std::span<const Float> missing,
                                      StripBuffers<BitsOf<Float>>& buffers) {
  const BoxValues<Float> values{bytes.data(), bytes.size() / sizeof(Float), row_length(box),
                                missing};
#ifdef __x86_64__
  if (vector_bytes == 32) return count_pairs<Float, 32>(box, values, buffers);
#endif
  return count_pairs<Float, 16>(box, values, buffers);
}

/// The distinct numbers among them; nothing equals NaN.
template <class Float>
std::vector<Float> marks(const std::vector<double>& missing) {
  std::vector<Float> all;
  for (const double value : missing) {
    const auto mark = static_cast<Float>(value);
    if (!std::isnan(mark) && std::ranges::find(all, mark) == all.end()) all.push_back(mark);
  }
  return all;
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

std::vector<std::size_t> usable_vector_bytes() {
  std::vector<std::size_t> usable = {16};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) usable.push_back(32);
#endif
  return usable;
}

BitPairCounter::BitPairCounter(const model::Type& type, const std::vector<double>& missing,
                               std::size_t vector_bytes)
    : is_double_(type.type_class == model::TypeClass::double_),
      vector_bytes_(vector_bytes),
      missing_floats_(marks<float>(missing)),
      missing_doubles_(marks<double>(missing)) {}

std::size_t BitPairCounter::bytes_for(std::span<const std::size_t> shape) const {
  const std::size_t values = max_buffer_values(shape);
  return values * (is_double_ ? sizeof(double) : sizeof(float)) + values / 8;  // and sets of them
}

std::vector<BitPairCounts> BitPairCounter::count(const model::Box& box,
                                                 std::span<const std::byte> values) {
  return is_double_ ? count_with<double>(vector_bytes_, box, values, missing_doubles_, doubles_)
                    : count_with<float>(vector_bytes_, box, values, missing_floats_, floats_);
}

}  // namespace ncf::transcode
