// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "lz4/filter.hpp"

#include <gtest/gtest.h>
#include <lz4.h>

#include "common/test/every_plugin.hpp"

namespace ncf::plugins::lz4 {
namespace {

using test::Data;

// Returns a number with the most significant byte first, like all numbers in a frame.
Data number(std::uint64_t value, unsigned bytes) {
  Data data;
  for (unsigned i = bytes; i > 0; --i)
    data.push_back(static_cast<std::byte>(value >> (8 * (i - 1))));
  return data;
}

Data header(std::uint64_t decoded_bytes, std::uint64_t block_bytes) {
  return test::join({number(decoded_bytes, 8), number(block_bytes, 4)});
}

Data compressed_block(const Data& block) {
  Data stored(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(block.size()))));
  stored.resize(static_cast<std::size_t>(LZ4_compress_default(
      reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(stored.data()),
      static_cast<int>(block.size()), static_cast<int>(stored.size()))));
  return test::join({number(stored.size(), 4), stored});
}

Data copied_block(const Data& block) { return test::join({number(block.size(), 4), block}); }

Data part(const Data& data, std::size_t begin, std::size_t bytes) {
  const auto first = data.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(bytes)};
}

TEST(Lz4, WritesTheChunkAsOneBlock) {
  const Data data = test::temperature(30, 100);
  const Data expected = test::join({header(12000, 12000), compressed_block(data)});
  EXPECT_TRUE(test::encode(kernel, {}, data) == expected);
  const std::uint32_t automatic = 0;
  EXPECT_TRUE(test::encode(kernel, {&automatic, 1}, data) == expected);
}

TEST(Lz4, WritesBlocksOfTheSizeAskedFor) {
  const Data data = test::temperature(30, 100);
  const std::uint32_t block_bytes = 5000;
  EXPECT_TRUE(test::encode(kernel, {&block_bytes, 1}, data) ==
              test::join({header(12000, 5000), compressed_block(part(data, 0, 5000)),
                          compressed_block(part(data, 5000, 5000)),
                          compressed_block(part(data, 10000, 2000))}));
}

TEST(Lz4, GivesBackBlocksOfEverySize) {
  const Data data = test::temperature(10, 10);
  for (std::uint32_t block_bytes = 1; block_bytes <= 401; ++block_bytes) {
    const Data encoded = test::encode(kernel, {&block_bytes, 1}, data);
    EXPECT_LE(encoded.size(), kernel.bound({&block_bytes, 1}, data.size())) << block_bytes;
    EXPECT_TRUE(test::decode(kernel, encoded, data.size()) == data) << block_bytes;
  }
}

TEST(Lz4, StoresABlockThatDoesNotGetSmallerAsItIs) {
  const Data noise = test::noise(1000);
  EXPECT_TRUE(test::encode(kernel, {}, noise) ==
              test::join({header(1000, 1000), copied_block(noise)}));
  const Data mixed = test::join({noise, test::constant(1000)});
  const std::uint32_t block_bytes = 1000;
  EXPECT_TRUE(test::encode(kernel, {&block_bytes, 1}, mixed) ==
              test::join({header(2000, 1000), copied_block(noise),
                          compressed_block(test::constant(1000))}));
}

TEST(Lz4, NamesTheBlocksThereAre) {
  const std::uint32_t too_large = 0x7E000001;
  const std::string expected = "a block must be at most 2113929216 bytes, not 2113929217";
  EXPECT_EQ(test::failure_of([&] { check({&too_large, 1}); }), expected);
  EXPECT_EQ(test::failure_of([&] { test::encode(kernel, {&too_large, 1}, {}); }), expected);
}

// Other writers do not reduce it to the size of the data.
TEST(Lz4, ReadsABlockSizeLargerThanTheData) {
  const Data data = test::temperature(10, 10);
  EXPECT_TRUE(test::decode_growing(
                  kernel, test::join({header(400, 1 << 30), compressed_block(data)})) == data);
}

TEST(Lz4, RefusesWhatContradictsItself) {
  const Data data = test::temperature(10, 10);
  const auto failure = [](std::initializer_list<Data> frame) {
    return test::failure_of([&] { test::decode_growing(kernel, test::join(frame)); });
  };
  const std::string damaged = "damaged lz4 data";
  EXPECT_EQ(failure({header(400, 0), compressed_block(data)}), damaged);
  EXPECT_EQ(failure({header(399, 400), compressed_block(data)}), damaged);
  EXPECT_EQ(failure({header(401, 401), compressed_block(data)}), damaged);
  EXPECT_EQ(failure({header(400, 400), number(0, 4)}), damaged);
  EXPECT_EQ(failure({header(1200, 400), compressed_block(data), compressed_block(data)}),
            "lz4 data cut short");
}

// Frames claim sizes up to the whole address space.
TEST(Lz4, DoesNotTakeMemoryBecauseAFrameClaimsIt) {
  for (const std::uint64_t claimed : {std::uint64_t{1} << 20, std::uint64_t{1} << 31,
                                      std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    const Data frame = test::join({header(claimed, 0xFFFFFFFF), number(0xFFFFFFFF, 4), Data(100)});
    test::GrowingOutput output;
    EXPECT_EQ(test::failure_of([&] { kernel.decode(*kernel.make_workspace(), {}, frame, output); }),
              "lz4 data cut short");
    EXPECT_EQ(output.memory().size(), 0U) << claimed;
  }
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Lz4, EveryKernel, testing::Values(test::Tested{kernel, {100}}));
INSTANTIATE_TEST_SUITE_P(Lz4, EveryFrame, testing::Values(test::Tested{kernel, {100}}));
INSTANTIATE_TEST_SUITE_P(
    Lz4, EveryPlugin,
    testing::Values(test::Plugin{
        .name = "lz4",
        .stored_name = "HDF5 lz4 filter; see http://www.hdfgroup.org/services/contributions.html",
        .visible = {4096},
        .working = {4096},
        .wrong = {0x7F000000},
        .refusal = "a block must be at most 2113929216 bytes, not 2130706432",
        .complaint = "lz4 data cut short"}));

}  // namespace
}  // namespace ncf::plugins::lz4
