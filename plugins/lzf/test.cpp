// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "lzf/filter.hpp"

#include <gtest/gtest.h>

#include <array>

#include "common/test/every_plugin.hpp"

namespace ncf::plugins::lzf {
namespace {

using test::Data;
using CdValues = std::vector<std::uint32_t>;

// An independent decoder, as simple as possible.
Data reference_decode(const Data& stream) {
  Data decoded;
  for (std::size_t next = 0; next < stream.size();) {
    const auto control = std::to_integer<std::size_t>(stream[next++]);
    if (control < 32) {
      for (std::size_t i = 0; i <= control; ++i) decoded.push_back(stream.at(next++));
    } else {
      std::size_t length = control >> 5;
      if (length == 7) length += std::to_integer<std::size_t>(stream.at(next++));
      const std::size_t distance =
          ((control & 31) << 8) + std::to_integer<std::size_t>(stream.at(next++)) + 1;
      for (std::size_t i = 0; i < length + 2; ++i) {
        decoded.push_back(decoded.at(decoded.size() - distance));
      }
    }
  }
  return decoded;
}

TEST(Lzf, WritesABareStream) {
  for (const Data& data : {test::constant(1), test::noise(2), test::noise(3), test::noise(5000),
                           test::constant(5000), test::temperature(100, 200)}) {
    EXPECT_TRUE(reference_decode(test::encode(kernel, {}, data)) == data) << data.size();
  }
}

TEST(Lzf, HoldsNoiseOfAnySizeInAThirtiethMore) {
  for (std::size_t bytes = 1; bytes < 300; ++bytes) {
    const Data data = test::noise(bytes);
    const Data encoded = test::encode(kernel, {}, data);
    EXPECT_LE(encoded.size(), bytes + bytes / 32 + 1) << bytes;
    EXPECT_TRUE(test::decode(kernel, encoded, bytes) == data) << bytes;
  }
}

TEST(Lzf, MakesModelDataSmaller) {
  const Data data = test::temperature(500, 1000);
  EXPECT_LT(test::encode(kernel, {}, data).size(), data.size() / 2);
}

// liblzf begins with uninitialized memory on its stack, which must not affect the output.
TEST(Lzf, WritesTheSameBytesWhateverWasWrittenBefore) {
  const Data data = test::temperature(100, 200);
  const Data encoded = test::encode(kernel, {}, data);
  for (const Data& before : {test::noise(300'000), test::temperature(99, 200)}) {
    test::encode(kernel, {}, before);
    EXPECT_TRUE(test::encode(kernel, {}, data) == encoded);
  }
}

TEST(Lzf, BindsToTheChunk) {
  const std::array<std::uint64_t, 2> shape{20, 400};
  const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, shape};
  EXPECT_EQ(kernel.bind({}, layout), (CdValues{4, 261, 32000}));
  EXPECT_EQ(kernel.bind(CdValues{4, 261, 7}, layout), (CdValues{4, 261, 32000}));
  const std::array<std::uint64_t, 2> large{std::uint64_t{1} << 20, 1 << 10};
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind({}, {4, ncf_element_floating, ncf_order_little, large});
            }),
            "a chunk must be at most 4294967295 bytes, not 4294967296");
}

TEST(Lzf, TakesTheStoredChunkSizeForAHintOnly) {
  const Data data = test::temperature(8, 16);
  const Data encoded = test::encode(kernel, {}, data);
  for (const std::uint32_t hint : {0U, 1U, 511U, 512U, 513U, 10'000U, 0xFFFFFFFFU}) {
    EXPECT_TRUE(test::decode_growing(kernel, encoded, CdValues{4, 261, hint}) == data) << hint;
    EXPECT_TRUE(test::decode(kernel, encoded, 512, CdValues{4, 261, hint}) == data) << hint;
  }
}

TEST(Lzf, RefusesAStepCutShort) {
  for (const Data& step : {Data{std::byte{4}, std::byte{1}}, Data{std::byte{0}},
                           Data{std::byte{0}, std::byte{1}, std::byte{0x20}},
                           Data{std::byte{0}, std::byte{1}, std::byte{0xE0}},
                           Data{std::byte{0}, std::byte{1}, std::byte{0xE0}, std::byte{9}}}) {
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, step, 1000); }), "lzf data cut short");
    EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, step); }), "lzf data cut short");
  }
}

TEST(Lzf, RefusesToPointBeforeTheData) {
  const Data stream{std::byte{0}, std::byte{1}, std::byte{0x20}, std::byte{1}};
  EXPECT_EQ(test::failure_of([&] { test::decode(kernel, stream, 1000); }), "damaged lzf data");
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, stream); }), "damaged lzf data");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Lzf, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Lzf, EveryPlugin,
                         testing::Values(test::Plugin{.name = "lzf",
                                                      .stored_name = "lzf",
                                                      .visible = {},
                                                      .working = {4, 261, 400'000},
                                                      .wrong = {},
                                                      .refusal = nullptr,
                                                      .complaint = "damaged lzf data"}));

}  // namespace
}  // namespace ncf::plugins::lzf
