// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Typical and difficult bytes for an encoder of byte planes, and the decoders that check it.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace ncf::plugins::deflate::test {

using PlaneBytes = std::vector<std::uint8_t>;

inline PlaneBytes noise(std::size_t bytes, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  PlaneBytes data(bytes);
  for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
  return data;
}

/// Returns bytes from 0 to `most`, all equally frequent.
inline PlaneBytes noise_up_to(std::uint8_t most, std::size_t bytes) {
  PlaneBytes data = noise(bytes);
  for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(byte % (most + 1U));
  return data;
}

/// Returns runs of different lengths, like the exponents of a smooth field.
inline PlaneBytes runs(std::size_t bytes) {
  std::mt19937 random(2);
  PlaneBytes data;
  while (data.size() < bytes) {
    data.insert(data.end(), 1 + random() % 40, static_cast<std::uint8_t>(60 + random() % 5));
  }
  data.resize(bytes);
  return data;
}

inline PlaneBytes ramp(std::size_t bytes) {
  PlaneBytes data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::uint8_t>(i / 3);
  return data;
}

/// Returns noise that repeats after `period` bytes.
inline PlaneBytes repeating(std::size_t period, std::size_t bytes) {
  PlaneBytes data = noise(period, 3);
  while (data.size() < bytes) data.push_back(data[data.size() - period]);
  data.resize(bytes);
  return data;
}

/// Returns triples that repeat with another byte after them: matches that are found, but hardly
/// worth it.
inline PlaneBytes short_matches(std::size_t bytes) {
  std::mt19937 random(4);
  PlaneBytes data;
  while (data.size() < bytes) {
    const auto triple = static_cast<std::uint8_t>(random() % 200);
    data.insert(data.end(), {triple, 7, triple, static_cast<std::uint8_t>(random())});
  }
  data.resize(bytes);
  return data;
}

/// Returns long matches that all end just before the maximum length, at the same few distances:
/// every candidate is compared up to its end, and none is good enough.
inline PlaneBytes near_misses(std::size_t bytes) {
  std::mt19937 random(5);
  PlaneBytes data;
  while (data.size() < bytes) {
    data.insert(data.end(), 250, 0);
    data.push_back(static_cast<std::uint8_t>(1 + random() % 250));
  }
  data.resize(bytes);
  return data;
}

inline PlaneBytes join(std::initializer_list<PlaneBytes> parts) {
  PlaneBytes all;
  for (const PlaneBytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

struct Sample {
  const char* name;
  PlaneBytes data;
  std::size_t element_bytes;
};

inline std::vector<Sample> samples() {
  constexpr std::size_t plane = 40'000;
  return {
      {"floats", join({noise(plane), short_matches(plane), repeating(300, plane), runs(plane)}), 4},
      {"doubles, and bytes behind the last one",
       join({noise(5 * plane), noise_up_to(40, plane), ramp(plane), runs(plane), noise(7)}), 8},
      {"integers of two bytes", join({noise(plane), runs(plane)}), 2},
      {"noise", noise(100'000), 4},
      {"constant", PlaneBytes(300'000, 0), 8},
      {"nearly constant", join({PlaneBytes(65'537, 1), noise(20), PlaneBytes(70'001, 1)}), 3},
      {"ramp", ramp(100'000), 4},
      {"planes that are the same", repeating(30'000, 120'000), 4},
      {"repeating at the largest distance", repeating(32'768, 200'000), 2},
      {"repeating beyond it", repeating(32'769, 200'000), 2},
      {"matches not worth it", short_matches(200'000), 4},
      {"near misses", near_misses(200'000), 4},
      {"the smallest planes", join({noise(512), runs(512)}), 2},
      {"sixteen planes", join({noise(80'000), runs(80'001)}), 16},
  };
}

inline PlaneBytes zlib_encode(const PlaneBytes& data, int level) {
  PlaneBytes encoded(compressBound(data.size()));
  uLongf bytes = encoded.size();
  EXPECT_EQ(compress2(encoded.data(), &bytes, data.data(), data.size(), level), Z_OK);
  encoded.resize(bytes);
  return encoded;
}

/// Returns what zlib decodes. window_bits: as for inflateInit2.
inline PlaneBytes zlib_decode(std::span<const std::uint8_t> encoded, std::size_t bytes,
                              int window_bits = 15) {
  PlaneBytes decoded(bytes + 1);
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, window_bits), Z_OK);
  stream.next_in = const_cast<Bytef*>(encoded.data());
  stream.avail_in = static_cast<uInt>(encoded.size());
  stream.next_out = decoded.data();
  stream.avail_out = static_cast<uInt>(decoded.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0U);
  decoded.resize(stream.total_out);
  inflateEnd(&stream);
  return decoded;
}

}  // namespace ncf::plugins::deflate::test
