// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "blosc2/filter.hpp"
#include "common/test/every_plugin.hpp"

namespace ncf::plugins::blosc2 {
namespace {

using test::Data;
using CdValues = std::vector<std::uint32_t>;

TEST(Blosc2, RestoresChunksOfEveryShape) {
  const std::vector<std::vector<std::uint64_t>> shapes{
      {5000},    {50, 100},  {1, 5000}, {5, 10, 100}, {2, 2, 2, 2, 2, 2, 2, 39},
      {499, 10}, {7, 13, 55}};
  for (const auto& shape : shapes) {
    const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, shape};
    const Data data = test::temperature(1, bytes_of(layout) / 4);
    for (const std::uint32_t compressor : {0U, 1U, 2U, 4U, 5U}) {
      for (const std::uint32_t filter : {0U, 1U, 2U, 3U}) {
        const CdValues working = kernel.bind(CdValues{0, 0, 0, 0, 5, filter, compressor}, layout);
        const Data encoded = test::encode(kernel, working, data);
        EXPECT_TRUE(test::decode(kernel, encoded, data.size(), working) == data)
            << testing::PrintToString(shape) << ' ' << compressor << ' ' << filter;
        EXPECT_TRUE(test::decode_growing(kernel, encoded, working) == data);
      }
    }
  }
}

TEST(Blosc2, HoldsNoiseAndNothing) {
  const std::array<std::uint64_t, 2> shape{33, 1000};
  const CdValues working = kernel.bind({}, {1, ncf_element_integer, ncf_order_little, shape});
  const Data noise = test::noise(33'000);
  EXPECT_TRUE(test::decode(kernel, test::encode(kernel, working, noise), 33'000) == noise);
  const Data zeros(33'000);
  const Data encoded = test::encode(kernel, working, zeros);
  EXPECT_LT(encoded.size(), 1000U);
  EXPECT_TRUE(test::decode(kernel, encoded, 33'000) == zeros);
}

TEST(Blosc2, BindsToTheChunk) {
  const std::array<std::uint64_t, 2> shape{20, 400};
  const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, shape};
  EXPECT_EQ(kernel.bind({}, layout), (CdValues{1, 0, 4, 32000, 5, 1, 0, 2, 20, 400}));
  EXPECT_EQ(kernel.bind(CdValues{9, 0, 9, 9, 9, 2, 1, 3, 1, 1, 1}, layout),
            (CdValues{1, 0, 4, 32000, 9, 2, 1, 2, 20, 400}));
  const std::array<std::uint64_t, 1> row{400};
  EXPECT_EQ(kernel.bind({}, {4, ncf_element_floating, ncf_order_little, row}),
            (CdValues{1, 0, 4, 1600}));
  const std::array<std::uint64_t, 1> large{std::uint64_t{1} << 29};
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind({}, {4, ncf_element_floating, ncf_order_little, large});
            }),
            "a chunk must be at most 2147483615 bytes, not 2147483648");
}

TEST(Blosc2, NamesTheParametersThereAre) {
  const auto failure = [](const CdValues& cd_values) {
    return test::failure_of([&] { check(cd_values); });
  };
  EXPECT_EQ(failure({0, 0, 0, 0, 10}), "level must be 0 to 9, not 10");
  EXPECT_EQ(failure({0, 0, 0, 0, 5, 5}), "filter must be 0 to 4, not 5");
  EXPECT_TRUE(failure({0, 0, 0, 0, 5, 1, 6}).starts_with("compressor 6 is not one of libblosc2's"));
  EXPECT_TRUE(failure({0, 0xFFFFFFFF}).starts_with("a block must be at most "));
}

TEST(Blosc2, RefusesForeignCodecsAndFilters) {
  const Data data = test::temperature(50, 100);
  const Data encoded = test::encode(kernel, CdValues{1, 0, 4, 20000, 5, 1, 5}, data);
  const std::size_t chunk = std::to_integer<std::size_t>(encoded[14]);  // after the header
  Data other = encoded;
  other[chunk + 2] = static_cast<std::byte>(std::to_integer<unsigned>(other[chunk + 2]) | 6U << 5U);
  EXPECT_EQ(test::failure_of([&] { test::decode(kernel, other, data.size()); }),
            "blosc2 data of a codec that is not libblosc2's own");
  other = encoded;
  other[chunk + 16] = std::byte{33};
  EXPECT_EQ(test::failure_of([&] { test::decode(kernel, other, data.size()); }),
            "blosc2 data of a filter that is not libblosc2's own");
}

// libblosc2 would divide by some of them.
TEST(Blosc2, SurvivesDamagedMetadata) {
  const std::array<std::uint64_t, 3> shape{5, 10, 100};
  const CdValues working = kernel.bind({}, {4, ncf_element_floating, ncf_order_little, shape});
  const Data data = test::temperature(50, 100);
  const Data encoded = test::encode(kernel, working, data);
  const std::size_t header = std::to_integer<std::size_t>(encoded[14]);
  for (std::size_t i = 0; i < header; ++i) {
    for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
      Data damaged = encoded;
      damaged[i] ^= static_cast<std::byte>(change);
      static_cast<void>(
          test::failure_of([&] { test::decode(kernel, damaged, data.size(), working); }));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Blosc2, EveryKernel,
                         testing::Values(test::Tested{kernel, {1, 0, 4, 20000, 5, 1, 5}}));
INSTANTIATE_TEST_SUITE_P(Blosc2, EveryPlugin,
                         testing::Values(test::Plugin{"blosc2",
                                                      "blosc2",
                                                      {0, 0, 0, 0, 5, 1, 5},
                                                      {1, 0, 4, 400'000, 5, 1, 5},
                                                      {0, 0, 0, 0, 10},
                                                      "level must be 0 to 9, not 10",
                                                      "blosc2 data cut short"}));

}  // namespace
}  // namespace ncf::plugins::blosc2
