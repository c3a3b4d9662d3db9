// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/quantizer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <utility>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "transcode/rounding/bit_rounding.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using Mode = model::Quantization::Mode;

constexpr double bits_per_digit = std::numbers::ln10 / std::numbers::ln2;
constexpr double digits_per_bit = std::numbers::ln2 / std::numbers::ln10;

/// Returns how many bits of the significand a value does not need for `digits` digits, computed as
/// libnetcdf does.
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
  return std::clamp(FloatLayout<Float>::significand_bits - (needed - 1), 0,
                    FloatLayout<Float>::significand_bits);
}

template <class Float>
Float value_with(std::uint32_t exponent, std::uint64_t significand) {
  return value_of<Float>(static_cast<BitsOf<Float>>(
      (std::uint64_t{exponent} << static_cast<unsigned>(FloatLayout<Float>::significand_bits)) |
      significand));
}

/// Calls `round` with each value and its position in the row, and stores the bits that it returns,
/// unless the value must not change or would be lost. Calls `check` with the values before and
/// after. Returns the largest change.
template <class Float, class IsMissing, class Round, class Check>
Float round_each(std::byte* row, std::size_t count, const IsMissing& is_missing, const Round& round,
                 const Check& check) {
  BitsOf<Float> largest = 0;  // as bits, which compare like the positive numbers they are of
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* place = row + i * sizeof(Float);
    const auto value = model::load<Float>(place);
    const auto rounded = value_of<Float>(round(value, i));
    const bool stays = is_left_alone(value, is_missing) || is_lost(rounded, is_missing);
    if (!stays) check(value, rounded, i);
    model::store(place, stays ? value : rounded);
    largest = std::max(largest, bits_of(stays ? Float{0} : std::abs(rounded - value)));
  }
  return value_of<Float>(largest);
}

constexpr auto no_check = [](auto /*before*/, auto /*after*/, std::size_t /*i*/) {};

bool lies_within(const std::vector<std::size_t>& place, std::span<const std::size_t> shape) {
  return std::equal(place.begin(), place.end(), shape.begin(), std::less<>());
}

}  // namespace

Quantizer::Quantizer(const model::Quantization& quantization, const model::Type& type,
                     std::vector<double> missing, std::optional<ErrorBound> bound)
    : quantization_(quantization),
      bound_(bound),
      is_double_(type.type_class == model::TypeClass::double_),
      missing_(std::move(missing)) {
  const int all =
      is_double_ ? FloatLayout<double>::significand_bits : FloatLayout<float>::significand_bits;
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
// these places.
template <class Float>
void Quantizer::make_steps() {
  const std::uint64_t last = (std::uint64_t{1} << FloatLayout<Float>::significand_bits) - 1;
  const auto bits_at = [&](std::uint32_t exponent, std::uint64_t significand) {
    return bits_to_spare<Float>(value_with<Float>(exponent, significand), quantization_.digits);
  };
  first_steps_.push_back(0);
  for (std::uint32_t exponent = 0; exponent + 1 < FloatLayout<Float>::exponents; ++exponent) {
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
Float Quantizer::groom(std::byte* row, std::size_t count, bool starts_odd,
                       const IsMissing& is_missing) const {
  const BitsOf<Float> kept = kept_bits<Float>(bits_);
  return round_each<Float>(
      row, count, is_missing,
      [&](Float value, std::size_t i) {
        const BitsOf<Float> bits = bits_of(value);
        const bool is_odd = ((i & 1U) != 0) != starts_odd;
        return is_odd ? bits | static_cast<BitsOf<Float>>(~kept) : bits & kept;
      },
      no_check);
}

template <class Float, class IsMissing, class Check>
Float Quantizer::round(std::byte* row, std::size_t count, const IsMissing& is_missing,
                       const Check& check) const {
  const auto round = [&](Float value, std::size_t /*i*/) {
    return nearest<Float>(bits_of(value), bits_);
  };
  return bound_ ? round_each<Float>(row, count, is_missing, round, check)
                : round_each<Float>(row, count, is_missing, round, no_check);
}

template <class Float, class IsMissing>
Float Quantizer::round_granular(std::byte* row, std::size_t count,
                                const IsMissing& is_missing) const {
  constexpr auto significand_bits = static_cast<unsigned>(FloatLayout<Float>::significand_bits);
  constexpr std::uint64_t significand_mask = (std::uint64_t{1} << significand_bits) - 1;
  constexpr std::uint32_t last_exponent = FloatLayout<Float>::exponents - 1;
  return round_each<Float>(
      row, count, is_missing,
      [&](Float value, std::size_t /*i*/) {
        const BitsOf<Float> bits = bits_of(value);
        const auto exponent = static_cast<std::uint32_t>(bits >> significand_bits) & last_exponent;
        if (value == 0 || exponent == last_exponent) return bits;
        if (exponent == 0) {
          return nearest<Float>(bits, bits_to_spare<Float>(value, quantization_.digits));
        }
        const std::uint64_t significand = bits & significand_mask;
        std::size_t step = first_steps_[exponent + 1] - 1;
        while (steps_[step].significand > significand) --step;
        return nearest<Float>(bits, steps_[step].bits);
      },
      no_check);
}

// Chunks may extend beyond the variable, where values need not keep the bound.
template <class Float>
void Quantizer::require_padding(const Box& box, std::span<const std::size_t> shape,
                                std::size_t element, Float before, Float after) const {
  const std::vector<std::size_t> indices = model::indices_of(box, element);
  if (!lies_within(indices, shape)) return;
  throw Error(ErrorCode::corrupt,
              fmt::format("{} {} would change {} at ({}) to {}, but it may change by at most {}",
                          model::quantization_name(quantization_.mode), quantization_.digits,
                          before, fmt::join(indices, ","), after, describe(*bound_)));
}

template <class Float, class IsMissing>
Float Quantizer::apply_to(std::byte* values, const Box& box, std::span<const std::size_t> shape,
                          const IsMissing& is_missing) const {
  const std::size_t rank = box.count.size();
  const std::size_t row_length = rank == 0 ? 1 : box.count[rank - 1];
  const std::size_t rows = row_length == 0 ? 0 : box.value_count() / row_length;
  Float largest = 0;
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
        largest = std::max(largest, groom<Float>(first, row_length, is_odd, is_missing));
        break;
      case Mode::bit_round:
        largest = std::max(largest, round<Float>(first, row_length, is_missing,
                                                 [&](Float before, Float after, std::size_t i) {
                                                   if (bound_->allows(before, after)) return;
                                                   require_padding(box, shape, row * row_length + i,
                                                                   before, after);
                                                 }));
        break;
      case Mode::granular_bit_round:
        largest = std::max(largest, round_granular<Float>(first, row_length, is_missing));
        break;
    }
  }
  return largest;
}

template <class Float>
double Quantizer::apply_as(std::byte* values, const Box& box,
                           std::span<const std::size_t> shape) const {
  return with_missing_test<Float>(missing_, [&](const auto& is_missing) {
    return apply_to<Float>(values, box, shape, is_missing);
  });
}

double Quantizer::apply(std::span<std::byte> values, const Box& box,
                        std::span<const std::size_t> shape) const {
  const double change = is_double_ ? apply_as<double>(values.data(), box, shape)
                                   : apply_as<float>(values.data(), box, shape);
  double largest = *largest_change_;
  while (largest < change && !largest_change_->compare_exchange_weak(largest, change)) {
  }
  return change;
}

}  // namespace ncf::transcode
