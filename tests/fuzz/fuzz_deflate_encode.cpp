// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflates any data as planes: the result stays within the bound and is read by zlib and by
// libdeflate. The input is a small program that makes the data, so that a few bytes reach planes of
// many kilobytes:
//
//   effort, element bytes, { kind, length (2 bytes), byte }...
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <random>

#include "decode_target.hpp"
#include "deflate/filter.hpp"
#include "deflate/plane_encoder.hpp"

namespace {

using ncf::plugins::fuzz::Data;
using ncf::plugins::fuzz::require;

constexpr std::size_t max_bytes = std::size_t{1} << 20;

// The program's instructions, by kind.
void append(Data& data, unsigned kind, std::size_t length, std::uint8_t byte) {
  std::minstd_rand random(byte + 1U);
  const std::size_t begin = data.size();
  data.resize(std::min(begin + length, max_bytes));
  for (std::size_t i = begin; i < data.size(); ++i) {
    switch (kind % 6) {
      case 0:  // noise
        data[i] = static_cast<std::byte>(random() >> 8);
        break;
      case 1:  // a run
        data[i] = std::byte{byte};
        break;
      case 2:  // a ramp
        data[i] = static_cast<std::byte>((i - begin) / (byte % 8U + 1U));
        break;
      case 3:  // earlier data, from near
        data[i] = i > byte ? data[i - byte - 1U] : std::byte{0};
        break;
      case 4: {  // or from as far as matches reach, and farther
        const std::size_t distance = std::size_t{32'640} + byte;
        data[i] = i >= distance ? data[i - distance] : std::byte{1};
        break;
      }
      default:  // few kinds of bytes
        data[i] = static_cast<std::byte>((random() >> 8) % (byte % 32U + 1U));
    }
  }
}

Data make_data(const std::uint8_t* program, std::size_t size) {
  Data data;
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const std::size_t length = program[i + 1] * std::size_t{256} + program[i + 2];
    append(data, program[i], length, program[i + 3]);
  }
  return data;
}

void require_read_by_zlib(const Data& data, std::span<const std::byte> encoded) {
  Data decoded(data.size() + 1);
  uLongf bytes = decoded.size();
  require(uncompress(reinterpret_cast<Bytef*>(decoded.data()), &bytes,
                     reinterpret_cast<const Bytef*>(encoded.data()), encoded.size()) == Z_OK,
          "zlib reads it");
  decoded.resize(bytes);
  require(decoded == data, "zlib reads the data");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* program, std::size_t size) {
  namespace deflate = ncf::plugins::deflate;
  if (size < 2) return 0;
  const int effort = 1 + program[0] % deflate::PlaneEncoder::max_effort;
  const std::size_t element_bytes = program[1];
  const Data data = make_data(program + 2, size - 2);
  if (!deflate::PlaneEncoder::is_for(element_bytes, data.size())) return 0;

  const ncf::test::GuardedMemory input{ncf::plugins::ConstBytes(data)};
  const ncf::test::GuardedMemory output(deflate::PlaneEncoder::bound(data.size()));
  static const auto encoder = std::make_unique<deflate::PlaneEncoder>();
  const auto encoded =
      output.bytes().first(encoder->encode(effort, element_bytes, input.bytes(), output.bytes()));
  require_read_by_zlib(data, encoded);
  require(ncf::plugins::fuzz::decode_into(deflate::kernel, {}, encoded, data.size()) == data,
          "the kernel reads the data");
  return 0;
}
