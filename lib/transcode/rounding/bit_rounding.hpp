// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounds a float or double to fewer bits of the significand, and tells which values must not
// change. Pure functions; any thread.
// source: Kouznetsov 2021 (bit round); IEEE 754
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace ncf::transcode {

template <class Float>
struct FloatLayout;

template <>
struct FloatLayout<float> {
  using Bits = std::uint32_t;
  static constexpr int significand_bits = 23;
  static constexpr std::uint32_t exponents = 256;
};

template <>
struct FloatLayout<double> {
  using Bits = std::uint64_t;
  static constexpr int significand_bits = 52;
  static constexpr std::uint32_t exponents = 2048;
};

template <class Float>
using BitsOf = typename FloatLayout<Float>::Bits;

template <class Float>
BitsOf<Float> bits_of(Float value) {
  BitsOf<Float> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

template <class Float>
Float value_of(BitsOf<Float> bits) {
  Float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// All bits except the lowest `bits`.
template <class Float>
BitsOf<Float> kept_bits(int bits) {
  return static_cast<BitsOf<Float>>(~BitsOf<Float>{0} << bits);
}

/// The nearest value whose lowest `bits` bits are zero, halves away from zero. It may be infinite.
template <class Float>
BitsOf<Float> nearest(BitsOf<Float> value, int bits) {
  using Bits = BitsOf<Float>;
  const Bits kept = kept_bits<Float>(bits);
  const Bits half = static_cast<Bits>(~kept & (kept >> 1U));
  return static_cast<Bits>((value + half) & kept);
}

/// Whether a value marks missing data; there are usually one or two markers.
template <class Float>
struct OneOfTwo {
  Float first;
  Float second;
  bool operator()(Float value) const {
    return static_cast<bool>((value == first) | (value == second));  // no branches
  }
};

template <class Float>
struct OneOfMany {
  std::vector<Float> values;
  bool operator()(Float value) const {
    return std::find(values.begin(), values.end(), value) != values.end();
  }
};

/// Calls `work` with the test for these markers.
template <class Float, class Work>
auto with_missing_test(const std::vector<double>& marks, Work work) {
  const std::vector<Float> missing(marks.begin(), marks.end());
  if (missing.empty() || missing.size() > 2) return work(OneOfMany<Float>{missing});
  return work(OneOfTwo<Float>{missing.front(), missing.back()});
}

/// Whether no rounding may change a value: it marks missing data, or is zero, infinite or NaN.
template <class Float, class IsMissing>
bool is_left_alone(Float value, const IsMissing& is_missing) {
  return is_missing(value) || value == 0 || !(std::abs(value) <= std::numeric_limits<Float>::max());
}

/// Whether rounding to this value would lose the original: it is infinite or marks missing data.
template <class Float, class IsMissing>
bool is_lost(Float rounded, const IsMissing& is_missing) {
  return std::isinf(rounded) || is_missing(rounded);
}

}  // namespace ncf::transcode
