// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/quantizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numbers>
#include <utility>

namespace ncf::transcode {
namespace {

using model::Box;
using Mode = model::Quantization::Mode;

constexpr double bits_per_digit = std::numbers::ln10 / std::numbers::ln2;
constexpr double digits_per_bit = std::numbers::ln2 / std::numbers::ln10;

template <class Float>
struct Layout;

template <>
struct Layout<float> {
  using Bits = std::uint32_t;
  static constexpr int significand_bits = 23;
  static constexpr std::uint32_t exponents = 256;
};

template <>
struct Layout<double> {
  using Bits = std::uint64_t;
  static constexpr int significand_bits = 52;
  static constexpr std::uint32_t exponents = 2048;
};

template <class Float>
using BitsOf = typename Layout<Float>::Bits;

template <class Float>
Float load(const std::byte* from) {
  Float value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Float>
BitsOf<Float> bits_of(Float value) {
  BitsOf<Float> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Marks of missing values, in the variable's type; nearly always one or two.
template <class Float>
struct OneOfTwo {
  Float first;
  Float second;
  bool operator()(Float value) const { return value == first || value == second; }
};

template <class Float>
struct OneOfMany {
  std::vector<Float> values;
  bool operator()(Float value) const {
    return std::find(values.begin(), values.end(), value) != values.end();
  }
};

template <class Float, class IsMissing>
bool is_left_alone(Float value, const IsMissing& is_missing) {
  return is_missing(value) || value == 0 || !(std::abs(value) <= std::numeric_limits<Float>::max());
}

/// All bits set but the lowest `bits`.
template <class Float>
BitsOf<Float> kept_bits(int bits) {
  return static_cast<BitsOf<Float>>(~BitsOf<Float>{0} << bits);
}

/// Rounds to the nearest value whose lowest bits are zero, halves away from zero. Values that would
/// become infinite stay as they are.
template <class Float>
BitsOf<Float> rounded(BitsOf<Float> value, int bits) {
  using Bits = BitsOf<Float>;
  constexpr Bits infinity = static_cast<Bits>(
      Bits{Layout<Float>::exponents - 1} << static_cast<unsigned>(Layout<Float>::significand_bits));
  const Bits kept = kept_bits<Float>(bits);
  const Bits half = static_cast<Bits>(~kept & (kept >> 1U));
  const Bits nearest = static_cast<Bits>((value + half) & kept);
  return (nearest & infinity) == infinity ? value : nearest;
}

/// How many significand bits a value does not need for so many digits, computed as libnetcdf does.
/// source: Delaunay et al. 2019, equations 7 and 8
template <class Float>
int bits_to_spare(double value, int digits) {
  int exponent = 0;
  const double significand_log10 = std::log10(std::abs(std::frexp(value, &exponent)));
  const int whole_digits =
      static_cast<int>(std::floor(exponent * digits_per_bit + significand_log10)) + 1;
  const int step = static_cast<int>(std::floor(bits_per_digit * (whole_digits - digits)));
  const int needed =
      std::abs(static_cast<int>(std::floor(exponent - bits_per_digit * significand_log10)) - step);
  return std::clamp(Layout<Float>::significand_bits - (needed - 1), 0,
                    Layout<Float>::significand_bits);
}

template <class Float>
Float value_with(std::uint32_t exponent, std::uint64_t significand) {
  const auto bits = static_cast<BitsOf<Float>>(
      (std::uint64_t{exponent} << static_cast<unsigned>(Layout<Float>::significand_bits)) |
      significand);
  Float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

Quantizer::Quantizer(const model::Quantization& quantization, const model::Type& type,
                     std::vector<double> missing)
    : quantization_(quantization),
      is_double_(type.type_class == model::TypeClass::double_),
      missing_(std::move(missing)) {
  const int all = is_double_ ? Layout<double>::significand_bits : Layout<float>::significand_bits;
  switch (quantization.mode) {
    case Mode::bit_groom:
      bits_ = all - (static_cast<int>(std::ceil(quantization.digits * bits_per_digit)) + 1);
      break;
    case Mode::bit_round:
      bits_ = all - quantization.digits;
      break;
    case Mode::granular_bit_round:
      is_double_ ? make_steps<double>() : make_steps<float>();
      break;
  }
  bits_ = std::max(0, bits_);
}

// Within one exponent, the number of spare bits changes only a few times. A binary search finds
// where.
template <class Float>
void Quantizer::make_steps() {
  const std::uint64_t last = (std::uint64_t{1} << Layout<Float>::significand_bits) - 1;
  const auto bits_at = [&](std::uint32_t exponent, std::uint64_t significand) {
    return bits_to_spare<Float>(value_with<Float>(exponent, significand), quantization_.digits);
  };
  first_steps_.push_back(0);
  for (std::uint32_t exponent = 0; exponent + 1 < Layout<Float>::exponents; ++exponent) {
    // Each subnormal value has an exponent of its own, so they are computed one by one.
    std::uint64_t from = exponent == 0 ? last : 0;
    for (;;) {
      const int bits = bits_at(exponent, from);
      steps_.push_back({from, bits});
      if (bits == bits_at(exponent, last)) break;
      std::uint64_t same = from;
      std::uint64_t other = last;
      while (other - same > 1) {
        const std::uint64_t middle = same + (other - same) / 2;
        (bits_at(exponent, middle) == bits ? same : other) = middle;
      }
      from = other;
    }
    first_steps_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
}

template <class Float, class IsMissing>
void Quantizer::groom(std::byte* row, std::size_t count, bool starts_odd,
                      const IsMissing& is_missing) const {
  const BitsOf<Float> kept = kept_bits<Float>(bits_);
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* place = row + i * sizeof(Float);
    const auto value = load<Float>(place);
    const BitsOf<Float> before = bits_of(value);
    const bool is_odd = ((i & 1U) != 0) != starts_odd;
    BitsOf<Float> after = is_odd ? before | static_cast<BitsOf<Float>>(~kept) : before & kept;
    if (is_left_alone(value, is_missing)) after = before;
    std::memcpy(place, &after, sizeof after);
  }
}

template <class Float, class IsMissing>
void Quantizer::round(std::byte* row, std::size_t count, const IsMissing& is_missing) const {
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* place = row + i * sizeof(Float);
    const auto value = load<Float>(place);
    const BitsOf<Float> before = bits_of(value);
    BitsOf<Float> after = rounded<Float>(before, bits_);
    if (is_left_alone(value, is_missing)) after = before;
    std::memcpy(place, &after, sizeof after);
  }
}

template <class Float, class IsMissing>
void Quantizer::round_granular(std::byte* row, std::size_t count,
                               const IsMissing& is_missing) const {
  constexpr auto significand_bits = static_cast<unsigned>(Layout<Float>::significand_bits);
  constexpr std::uint64_t significand_mask = (std::uint64_t{1} << significand_bits) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* place = row + i * sizeof(Float);
    const auto value = load<Float>(place);
    if (is_left_alone(value, is_missing)) continue;
    const BitsOf<Float> before = bits_of(value);
    const std::uint64_t significand = before & significand_mask;
    const auto exponent =
        static_cast<std::uint32_t>(before >> significand_bits) & (Layout<Float>::exponents - 1);
    int bits = 0;
    if (exponent == 0) {
      bits = bits_to_spare<Float>(value, quantization_.digits);
    } else {
      std::size_t step = first_steps_[exponent + 1] - 1;
      while (steps_[step].significand > significand) --step;
      bits = steps_[step].bits;
    }
    const BitsOf<Float> after = rounded<Float>(before, bits);
    std::memcpy(place, &after, sizeof after);
  }
}

template <class Float, class IsMissing>
void Quantizer::apply_to(std::byte* values, const Box& box, std::span<const std::size_t> shape,
                         const IsMissing& is_missing) const {
  const std::size_t rank = box.count.size();
  const std::size_t row_length = rank == 0 ? 1 : box.count[rank - 1];
  const std::size_t rows = row_length == 0 ? 0 : box.value_count() / row_length;
  for (std::size_t row = 0; row < rows; ++row) {
    // Bit grooming alternates by the parity of the value's index in the whole variable.
    bool is_odd = rank > 0 && (box.start[rank - 1] & 1U) != 0;
    std::size_t rest = row;
    bool is_even_stride = rank > 0 && (shape[rank - 1] & 1U) == 0;
    for (std::size_t i = rank; i-- > 1;) {
      const std::size_t place = box.start[i - 1] + rest % box.count[i - 1];
      rest /= box.count[i - 1];
      if (!is_even_stride && (place & 1U) != 0) is_odd = !is_odd;
      is_even_stride = is_even_stride || (shape[i - 1] & 1U) == 0;
    }
    std::byte* first = values + row * row_length * sizeof(Float);
    switch (quantization_.mode) {
      case Mode::bit_groom:
        groom<Float>(first, row_length, is_odd, is_missing);
        break;
      case Mode::bit_round:
        round<Float>(first, row_length, is_missing);
        break;
      case Mode::granular_bit_round:
        round_granular<Float>(first, row_length, is_missing);
        break;
    }
  }
}

template <class Float>
void Quantizer::apply_as(std::byte* values, const Box& box,
                         std::span<const std::size_t> shape) const {
  const std::vector<Float> missing(missing_.begin(), missing_.end());
  if (missing.empty() || missing.size() > 2) {
    apply_to<Float>(values, box, shape, OneOfMany<Float>{missing});
  } else {
    apply_to<Float>(values, box, shape, OneOfTwo<Float>{missing.front(), missing.back()});
  }
}

void Quantizer::apply(std::span<std::byte> values, const Box& box,
                      std::span<const std::size_t> shape) const {
  is_double_ ? apply_as<double>(values.data(), box, shape)
             : apply_as<float>(values.data(), box, shape);
}

}  // namespace ncf::transcode
