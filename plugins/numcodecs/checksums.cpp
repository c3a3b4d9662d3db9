// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "numcodecs/checksums.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace ncf::plugins::numcodecs {
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

std::array<std::byte, checksum_bytes> little_endian(std::uint32_t number) {
  std::array<std::byte, checksum_bytes> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> 8 * i);
  return bytes;
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

void check_nothing(Parameters /*parameters*/) {}

std::size_t bound_checked(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + checksum_bytes;
}

std::size_t encode_checked(Checksum checksum, Parameters working, ConstBytes input, Bytes output) {
  const bool in_front = is_in_front(working);
  std::ranges::copy(input, output.begin() + (in_front ? checksum_bytes : 0));
  std::ranges::copy(little_endian(checksum(input)),
                    output.begin() + static_cast<std::ptrdiff_t>(in_front ? 0 : input.size()));
  return input.size() + checksum_bytes;
}

std::size_t decode_checked(Checksum checksum, Parameters working, ConstBytes input,
                           Output& output) {
  if (input.size() < checksum_bytes) throw KernelError("too short for a checksum");
  const std::size_t count = input.size() - checksum_bytes;
  const bool in_front = is_in_front(working);
  const ConstBytes data = input.subspan(in_front ? checksum_bytes : 0, count);
  const ConstBytes stored = input.subspan(in_front ? 0 : count, checksum_bytes);
  if (!std::ranges::equal(little_endian(checksum(data)), stored)) {
    throw KernelError("the checksum is wrong");
  }
  output.reserve(count);
  std::ranges::copy(data, output.memory().begin());
  return count;
}

}  // namespace ncf::plugins::numcodecs
