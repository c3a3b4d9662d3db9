// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "numcodecs/kernels.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "common/bytes.hpp"
#include "numcodecs/numbers.hpp"

namespace ncf::plugins::numcodecs {
namespace {

constexpr std::size_t bits_of_byte = 8;

std::uint32_t parameter(Parameters parameters, std::size_t index) {
  if (index >= parameters.size()) throw ParameterError("too few parameters");
  return parameters[index];
}

double real_parameter(Parameters parameters, std::size_t index) {
  const std::uint64_t low = parameter(parameters, index);
  return std::bit_cast<double>(std::uint64_t{parameter(parameters, index + 1)} << 32U | low);
}

struct Types {
  explicit Types(Parameters parameters)
      : decoded(number_type(parameter(parameters, 0))),
        encoded(number_type(parameter(parameters, 1))) {}

  [[nodiscard]] bool are_integers() const { return !decoded.is_real() && !encoded.is_real(); }

  NumberType decoded;
  NumberType encoded;
};

std::size_t count_of(ConstBytes bytes, NumberType type) {
  if (bytes.size() % type.bytes != 0) {
    throw KernelError("data of " + std::to_string(bytes.size()) + " bytes, but numbers of " +
                      std::to_string(type.bytes));
  }
  return bytes.size() / type.bytes;
}

Bytes places_in(Output& output, std::size_t count, NumberType type) {
  output.reserve(count * type.bytes);
  return output.memory().first(count * type.bytes);
}

Bytes places_in(Bytes output, std::size_t count, NumberType type) {
  if (output.size() < count * type.bytes) throw KernelError("too little memory to encode into");
  return output.first(count * type.bytes);
}

/// Converts each number by itself.
template <class Memory, class Convert>
std::size_t convert_reals(ConstBytes input, NumberType from, NumberType to, Memory& memory,
                          Convert convert) {
  const std::size_t count = count_of(input, from);
  std::vector<double> numbers = read_reals(from, input);
  for (double& number : numbers) number = convert(number);
  const Bytes target = places_in(memory, count, to);
  write_reals(numbers, to, target);
  return target.size();
}

template <class Memory>
std::size_t cast(ConstBytes input, NumberType from, NumberType to, Memory& memory) {
  if (from.is_real() || to.is_real()) {
    return convert_reals(input, from, to, memory, [](double number) { return number; });
  }
  const Bytes target = places_in(memory, count_of(input, from), to);
  write_integers(read_integers(from, input), to, target);
  return target.size();
}

/// Returns the power of two to whose multiples `quantize` rounds, inverted.
double scale_of_digits(double digits) {
  const double exponent = std::log10(std::pow(10.0, -digits));
  const double whole = exponent < 0 ? std::floor(exponent) : std::ceil(exponent);
  return std::exp2(std::ceil(std::log2(std::pow(10.0, -whole))));
}

std::uint32_t significand_bits(NumberType type) {
  if (!type.is_real()) throw ParameterError("bitround rounds floating-point numbers only");
  return type.bytes == 2 ? 10 : type.bytes == sizeof(float) ? 23 : 52;
}

}  // namespace

void check(Parameters /*parameters*/) {}

std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept {
  try {
    const Types types(parameters);
    return (decoded_bytes / types.decoded.bytes + 1) * types.encoded.bytes;
  } catch (...) {
    return decoded_bytes;  // encode fails
  }
}

std::size_t bound_same(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes;
}

std::size_t bound_packed(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return 1 + decoded_bytes / bits_of_byte + 1;
}

std::size_t encode_delta(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                         Bytes output) {
  const Types types(parameters);
  const Bytes target = places_in(output, count_of(input, types.decoded), types.encoded);
  if (types.decoded.is_real()) {
    std::vector<double> numbers = read_reals(types.decoded, input);
    for (std::size_t i = numbers.size(); i-- > 1;) {
      numbers[i] = rounded_to(types.decoded, numbers[i] - numbers[i - 1]);
    }
    write_reals(numbers, types.encoded, target);
    return target.size();
  }
  if (types.encoded.is_real()) throw ParameterError("delta of integers has integers");
  std::vector<std::uint64_t> numbers = read_integers(types.decoded, input);
  for (std::size_t i = numbers.size(); i-- > 1;) numbers[i] -= numbers[i - 1];
  write_integers(numbers, types.encoded, target);
  return target.size();
}

std::size_t decode_delta(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                         Output& output) {
  const Types types(parameters);
  const Bytes target = places_in(output, count_of(input, types.encoded), types.decoded);
  if (types.decoded.is_real()) {
    std::vector<double> numbers = read_reals(types.encoded, input);
    double sum = 0;
    for (double& number : numbers) {
      sum = rounded_to(types.decoded, &number == numbers.data() ? number : sum + number);
      number = sum;
    }
    write_reals(numbers, types.decoded, target);
    return target.size();
  }
  if (types.encoded.is_real()) throw ParameterError("delta of integers has integers");
  std::vector<std::uint64_t> numbers = read_integers(types.encoded, input);
  std::uint64_t sum = 0;
  for (std::uint64_t& number : numbers) number = sum += number;
  write_integers(numbers, types.decoded, target);
  return target.size();
}

std::size_t encode_scaled(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                          Bytes output) {
  const Types types(parameters);
  const NumberType work = types.decoded.is_real() ? types.decoded : NumberType{'f', 8};
  const double scale = rounded_to(work, real_parameter(parameters, 2));
  const double offset = rounded_to(work, real_parameter(parameters, 4));
  return convert_reals(input, types.decoded, types.encoded, output, [&](double number) {
    return std::nearbyint(rounded_to(work, rounded_to(work, number - offset) * scale));
  });
}

std::size_t decode_scaled(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                          Output& output) {
  const Types types(parameters);
  const NumberType work = types.encoded.is_real() ? types.encoded : NumberType{'f', 8};
  const double scale = rounded_to(work, real_parameter(parameters, 2));
  const double offset = rounded_to(work, real_parameter(parameters, 4));
  return convert_reals(input, types.encoded, types.decoded, output, [&](double number) {
    return rounded_to(work, rounded_to(work, number / scale) + offset);
  });
}

std::size_t encode_quantized(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                             Bytes output) {
  const Types types(parameters);
  const double scale = rounded_to(
      types.decoded, scale_of_digits(static_cast<std::int32_t>(parameter(parameters, 2))));
  return convert_reals(input, types.decoded, types.encoded, output, [&](double number) {
    return std::nearbyint(rounded_to(types.decoded, scale * number)) / scale;
  });
}

std::size_t encode_type(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                        Bytes output) {
  const Types types(parameters);
  return cast(input, types.decoded, types.encoded, output);
}

std::size_t decode_type(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                        Output& output) {
  const Types types(parameters);
  return cast(input, types.encoded, types.decoded, output);
}

std::size_t encode_rounded(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                           Bytes output) {
  NumberType type = number_type(parameter(parameters, 0));
  const std::uint32_t kept = parameter(parameters, 1);
  const std::uint32_t bits_of_type = significand_bits(type);
  if (kept > bits_of_type) throw ParameterError("keepbits is larger than the numbers have");
  const std::uint32_t dropped = bits_of_type - kept;
  type.kind = 'u';
  const Bytes target = places_in(output, count_of(input, type), type);
  std::vector<std::uint64_t> numbers = read_integers(type, input);
  if (dropped > 0) {
    const std::uint64_t mask = ~std::uint64_t{0} << dropped;
    const std::uint64_t almost_half = (std::uint64_t{1} << (dropped - 1)) - 1;
    for (std::uint64_t& bits : numbers) {
      bits = (bits + (bits >> dropped & 1U) + almost_half) & mask;
    }
  }
  write_integers(numbers, type, target);
  return target.size();
}

std::size_t decode_rounded(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                           Output& output) {
  output.reserve(input.size());
  copy(input, output.memory());
  return input.size();
}

std::size_t encode_packed(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                          Bytes output) {
  const std::size_t packed = (input.size() + bits_of_byte - 1) / bits_of_byte;
  if (output.size() < bound_packed(parameters, input.size())) {
    throw KernelError("too little memory to encode into");
  }
  std::fill_n(output.begin(), 1 + packed, std::byte{0});
  output[0] = static_cast<std::byte>(bits_of_byte * packed - input.size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (input[i] == std::byte{0}) continue;
    if (input[i] != std::byte{1}) throw KernelError("packbits packs booleans: 0 and 1");
    output[1 + i / bits_of_byte] |= std::byte{0x80} >> (i % bits_of_byte);
  }
  return 1 + packed;
}

std::size_t decode_packed(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                          Output& output) {
  const std::size_t padded = input.empty() ? 0 : std::to_integer<std::size_t>(input[0]);
  if (input.empty() || padded >= bits_of_byte || (input.size() == 1 && padded > 0)) {
    throw KernelError("damaged packbits data");
  }
  const std::size_t count = bits_of_byte * (input.size() - 1) - padded;
  output.reserve(count);
  const Bytes target = output.memory();
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte bits = input[1 + i / bits_of_byte];
    target[i] = bits >> (bits_of_byte - 1 - i % bits_of_byte) & std::byte{1};
  }
  return count;
}

// ---- checksums ----

namespace {

constexpr std::size_t checksum_bytes = 4;

constexpr std::array<std::uint32_t, 256> make_table() {
  constexpr std::uint32_t polynomial = 0x82F63B78;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? polynomial : 0U);
    table[i] = rest;
  }
  return table;
}

bool is_in_front(Parameters working) { return !working.empty() && working[0] != 0; }

const Bytef* zlib_bytes(ConstBytes data) { return reinterpret_cast<const Bytef*>(data.data()); }

}  // namespace

std::uint32_t crc32c_of(ConstBytes data) {
  static constexpr auto table = make_table();
  std::uint32_t rest = 0xFFFFFFFFU;
  for (const std::byte byte : data) {
    rest = (rest >> 8U) ^ table[(rest ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU];
  }
  return ~rest;
}

// zlib starts anew for a null pointer, so an empty input needs the right beginning.
std::uint32_t crc32_of(ConstBytes data) {
  return static_cast<std::uint32_t>(data.empty() ? 0 : ::crc32_z(0, zlib_bytes(data), data.size()));
}

std::uint32_t adler32_of(ConstBytes data) {
  return static_cast<std::uint32_t>(data.empty() ? 1
                                                 : ::adler32_z(1, zlib_bytes(data), data.size()));
}

std::size_t bound_checked(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + checksum_bytes;
}

std::size_t encode_checked(Checksum checksum, Parameters working, ConstBytes input, Bytes output) {
  const bool in_front = is_in_front(working);
  copy(input, output.subspan(in_front ? checksum_bytes : 0));
  write_number(checksum(input), output.subspan(in_front ? 0 : input.size(), checksum_bytes),
               std::endian::little);
  return input.size() + checksum_bytes;
}

std::size_t decode_checked(Checksum checksum, Parameters working, ConstBytes input,
                           Output& output) {
  if (input.size() < checksum_bytes) throw KernelError("too short for a checksum");
  const std::size_t count = input.size() - checksum_bytes;
  const bool in_front = is_in_front(working);
  const ConstBytes data = input.subspan(in_front ? checksum_bytes : 0, count);
  const ConstBytes stored = input.subspan(in_front ? 0 : count, checksum_bytes);
  if (read_number(stored, std::endian::little) != checksum(data)) {
    throw KernelError("the checksum is wrong");
  }
  output.reserve(count);
  copy(data, output.memory());
  return count;
}

}  // namespace ncf::plugins::numcodecs
