// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/plane_encoder.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "common/test/kernel_samples.hpp"
#include "deflate/filter.hpp"
#include "deflate/test/planes.hpp"

namespace ncf::plugins::deflate {
namespace {

using test::PlaneBytes;

ConstBytes as_bytes(const PlaneBytes& data) { return std::as_bytes(std::span(data)); }

// Encodes into memory of exactly the bound, between guard pages.
PlaneBytes encode(PlaneEncoder& encoder, int effort, const test::Sample& sample) {
  const ncf::test::GuardedMemory input{as_bytes(sample.data)};
  const ncf::test::GuardedMemory output(PlaneEncoder::bound(sample.data.size()));
  const std::size_t bytes =
      encoder.encode(effort, sample.element_bytes, input.bytes(), output.bytes());
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(output.bytes().data());
  return {begin, begin + bytes};
}

TEST(PlaneEncoder, IsReadByZlibAndByTheKernel) {
  const auto encoder = std::make_unique<PlaneEncoder>();
  for (const test::Sample& sample : test::samples()) {
    ASSERT_TRUE(PlaneEncoder::is_for(sample.element_bytes, sample.data.size())) << sample.name;
    for (int effort = 1; effort <= PlaneEncoder::max_effort; ++effort) {
      const PlaneBytes encoded = encode(*encoder, effort, sample);
      EXPECT_TRUE(test::zlib_decode(encoded, sample.data.size()) == sample.data)
          << sample.name << ", effort " << effort;
      const auto bytes = as_bytes(encoded);
      const plugins::test::Data decoded =
          plugins::test::decode(kernel, {bytes.begin(), bytes.end()}, sample.data.size());
      EXPECT_TRUE(std::ranges::equal(decoded, as_bytes(sample.data))) << sample.name;
    }
  }
}

TEST(PlaneEncoder, ForgetsWhatItEncodedBefore) {
  const auto used = std::make_unique<PlaneEncoder>();
  for (const test::Sample& sample : test::samples()) {
    for (const int effort : {1, 5, PlaneEncoder::max_effort}) {
      EXPECT_TRUE(encode(*used, effort, sample) ==
                  encode(*std::make_unique<PlaneEncoder>(), effort, sample))
          << sample.name << ", effort " << effort;
    }
  }
}

TEST(PlaneEncoder, TakesPlanesOfAnySize) {
  const auto encoder = std::make_unique<PlaneEncoder>();
  for (std::size_t bytes = 4096; bytes < 1'000'000; bytes = bytes * 5 / 3 + 1) {
    for (const std::size_t element_bytes : {2U, 3U, 7U, 12U, 100U}) {
      if (!PlaneEncoder::is_for(element_bytes, bytes)) continue;
      const test::Sample sample{
          "", test::join({test::noise(bytes / 3), test::runs(bytes - bytes / 3)}), element_bytes};
      EXPECT_TRUE(test::zlib_decode(encode(*encoder, 1, sample), bytes) == sample.data)
          << bytes << " bytes of " << element_bytes;
    }
  }
}

TEST(PlaneEncoder, HardlyGrowsNoise) {
  const auto encoder = std::make_unique<PlaneEncoder>();
  const test::Sample sample{"", test::noise(1'000'000), 4};
  EXPECT_LT(encode(*encoder, 1, sample).size(), 1'000'200U);
}

// Compares sizes, not bytes, because levels promise sizes. tests/bench does this with real
// variables.
TEST(PlaneEncoder, MakesFieldsNoLargerThanZlibDoes) {
  const auto encoder = std::make_unique<PlaneEncoder>();
  const plugins::test::Data field = plugins::test::temperature(250, 256);
  PlaneBytes values(field.size());
  for (std::size_t i = 0; i < field.size() / 4; ++i) {
    for (std::size_t plane = 0; plane < 4; ++plane) {
      values[plane * (field.size() / 4) + i] = static_cast<std::uint8_t>(field[4 * i + plane]);
    }
  }
  const std::vector<test::Sample> fields{
      {"field", values, 4},
      {"noise and runs",
       test::join({test::noise(60'000), test::noise_up_to(99, 60'000), test::runs(60'000),
                   PlaneBytes(60'000, 64)}),
       4},
  };
  for (const test::Sample& sample : fields) {
    for (int level = 1; level <= 9; ++level) {
      EXPECT_LE(encode(*encoder, PlaneEncoder::effort_of_level(level), sample).size(),
                test::zlib_encode(sample.data, level).size())
          << sample.name << ", level " << level;
    }
  }
}

TEST(PlaneEncoder, IsNotForTinyPlanesOrSingleBytes) {
  EXPECT_TRUE(PlaneEncoder::is_for(1, 1'000'000));
  EXPECT_FALSE(PlaneEncoder::is_for(1, 511));
  EXPECT_FALSE(PlaneEncoder::is_for(0, 1'000'000));
  EXPECT_FALSE(PlaneEncoder::is_for(4, 2'047));
  EXPECT_TRUE(PlaneEncoder::is_for(4, 2'048));
  EXPECT_FALSE(PlaneEncoder::is_for(4, 0));
  EXPECT_FALSE(PlaneEncoder::is_for(257, 1'000'000));
  EXPECT_FALSE(PlaneEncoder::is_for(4, std::size_t{1} << 32));
}

// ---- the kernel's side ----

TEST(DeflateOfShuffled, RefusesWhatTheOtherDoes) {
  const plugins::test::Data data = plugins::test::temperature(100, 100);
  const auto workspace = make_coders();
  plugins::test::Data output(bound({}, data.size()));
  const std::uint32_t wrong = 10;
  EXPECT_EQ(plugins::test::failure_of([&] {
              encode_hinted(*workspace, {&wrong, 1}, {4, 0}, data, output);
            }),
            "level must be 0 to 9, not 10");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{500}, data.size()}) {
    EXPECT_EQ(plugins::test::failure_of([&] {
                encode_hinted(*workspace, {}, {4, 0}, data, Bytes(output).first(bytes));
              }),
              "too little memory to encode into");
  }
}

}  // namespace
}  // namespace ncf::plugins::deflate
