// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "numcodecs/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/bytes.hpp"

namespace ncf::plugins::numcodecs {
namespace {

constexpr std::size_t half_bytes = 2;

std::endian order_of(NumberType type) {
  return type.is_big_endian ? std::endian::big : std::endian::little;
}

/// The bits of a number, in the lowest bytes.
std::uint64_t read_bits(NumberType type, const std::byte* from) {
  return read_number({from, type.bytes}, order_of(type));
}

void write_bits(std::uint64_t bits, NumberType type, std::byte* to) {
  write_number(bits, {to, type.bytes}, order_of(type));
}

double real_of_half(std::uint64_t half) {
  const double sign = (half & 0x8000U) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(half >> 10U & 0x1FU);
  const auto fraction = static_cast<double>(half & 0x3FFU);
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::uint64_t half_of_real(double number) {
  const std::uint64_t sign = std::signbit(number) ? 0x8000U : 0;
  if (std::isnan(number)) return sign | 0x7E00U;
  const double magnitude = std::abs(number);
  if (magnitude >= 65520) return sign | 0x7C00U;  // rounds to infinity
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int lowest = std::max(exponent, -13) - 11;
  const auto units = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -lowest)));
  // A fraction of 2^10 or 2^11 carries into the exponent.
  return sign | ((static_cast<std::uint64_t>(lowest + 24) << 10U) + units);
}

double real_of_bits(NumberType type, std::uint64_t bits) {
  if (type.bytes == half_bytes) return real_of_half(bits);
  if (type.bytes == sizeof(float)) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

std::uint64_t bits_of_real(NumberType type, double number) {
  if (type.bytes == half_bytes) return half_of_real(number);
  if (type.bytes == sizeof(float)) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return std::bit_cast<std::uint64_t>(number);
}

std::uint64_t with_sign(NumberType type, std::uint64_t bits) {
  const auto unused = static_cast<unsigned>(64 - 8 * type.bytes);
  if (type.kind != 'i' || unused == 0) return bits;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

double real_of_integer(NumberType type, std::uint64_t integer) {
  return type.kind == 'i' ? static_cast<double>(static_cast<std::int64_t>(integer))
                          : static_cast<double>(integer);
}

std::uint64_t integer_of_real(NumberType type, double number) {
  if (std::isnan(number)) return 0;
  const int digits = static_cast<int>(8 * type.bytes) - (type.kind == 'i' ? 1 : 0);
  const double above = std::ldexp(1.0, digits);
  const std::uint64_t highest = digits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << digits) - 1;
  if (number >= above) return highest;
  if (type.kind == 'u') return number <= 0 ? 0 : static_cast<std::uint64_t>(number);
  if (number <= -above) return ~highest;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
}

}  // namespace

NumberType number_type(std::uint32_t parameter) {
  const NumberType type{static_cast<char>(parameter >> 16U & 0xFFU), parameter >> 8U & 0xFFU,
                        (parameter & 0xFFU) != 0};
  const bool is_known = type.kind == 'i' || type.kind == 'u' || (type.is_real() && type.bytes > 1);
  if (!is_known || !std::has_single_bit(type.bytes) || type.bytes > sizeof(std::uint64_t)) {
    throw ParameterError("not the type of a number");
  }
  return type;
}

std::vector<std::uint64_t> read_integers(NumberType type, ConstBytes bytes) {
  std::vector<std::uint64_t> numbers(bytes.size() / type.bytes);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = with_sign(type, read_bits(type, &bytes[i * type.bytes]));
  }
  return numbers;
}

std::vector<double> read_reals(NumberType type, ConstBytes bytes) {
  std::vector<double> numbers(bytes.size() / type.bytes);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t bits = read_bits(type, &bytes[i * type.bytes]);
    numbers[i] =
        type.is_real() ? real_of_bits(type, bits) : real_of_integer(type, with_sign(type, bits));
  }
  return numbers;
}

void write_integers(std::span<const std::uint64_t> numbers, NumberType type, Bytes target) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    write_bits(numbers[i], type, &target[i * type.bytes]);
  }
}

void write_reals(std::span<const double> numbers, NumberType type, Bytes target) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t bits =
        type.is_real() ? bits_of_real(type, numbers[i]) : integer_of_real(type, numbers[i]);
    write_bits(bits, type, &target[i * type.bytes]);
  }
}

double rounded_to(NumberType type, double number) {
  return type.is_real() ? real_of_bits(type, bits_of_real(type, number)) : number;
}

}  // namespace ncf::plugins::numcodecs
