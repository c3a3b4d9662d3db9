// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <array>

#include "bitshuffle/filter.hpp"
#include "common/test/every_plugin.hpp"

namespace ncf::plugins::bitshuffle {
namespace {

using test::Data;
using CdValues = std::vector<std::uint32_t>;

// By definition, bit j of byte i of element e is bit e of plane 8 * i + j.
Data reference_planes(const Data& whole, std::size_t element_bytes) {
  const std::size_t elements = whole.size() / element_bytes;
  Data planes(whole.size());
  for (std::size_t element = 0; element < elements; ++element) {
    for (std::size_t bit = 0; bit < 8 * element_bytes; ++bit) {
      const std::byte byte = whole[element * element_bytes + bit / 8];
      const bool is_set = (byte & (std::byte{1} << (bit % 8))) != std::byte{0};
      if (is_set) planes[bit * (elements / 8) + element / 8] |= std::byte{1} << (element % 8);
    }
  }
  return planes;
}

Data part(const Data& data, std::size_t begin, std::size_t bytes) {
  const auto first = data.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(bytes)};
}

std::uint64_t number(const Data& data, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value = (value << 8) | std::to_integer<std::uint64_t>(data.at(at + i));
  }
  return value;
}

TEST(BitPlanes, AreWhatTheyAreDefinedAs) {
  for (const std::size_t element_bytes : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 12U, 16U, 17U, 40U}) {
    for (const std::size_t elements : {8U, 16U, 24U, 64U, 120U, 128U, 136U, 256U, 1000U}) {
      const Data data = test::noise(elements * element_bytes);
      const ncf::test::GuardedMemory whole{ConstBytes(data)};
      const ncf::test::GuardedMemory scratch(data.size());
      const ncf::test::GuardedMemory planes(data.size());
      split_bits(whole.bytes().data(), elements, element_bytes, scratch.bytes().data(),
                 planes.bytes().data());
      const Data expected = reference_planes(data, element_bytes);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), planes.bytes().begin()))
          << elements << " of " << element_bytes;
      const ncf::test::GuardedMemory joined(data.size());
      join_bits(planes.bytes().data(), elements, element_bytes, scratch.bytes().data(),
                joined.bytes().data());
      EXPECT_TRUE(std::equal(data.begin(), data.end(), joined.bytes().begin()))
          << elements << " of " << element_bytes;
    }
  }
}

TEST(Bitshuffle, WritesPlanesOfBlocksAndThenWhatIsLeft) {
  const Data data = test::noise(4 * 53);
  const CdValues working{0, 3, 4, 16};
  EXPECT_TRUE(
      test::encode(kernel, working, data) ==
      test::join({reference_planes(part(data, 0, 64), 4), reference_planes(part(data, 64, 64), 4),
                  reference_planes(part(data, 128, 64), 4), part(data, 192, 20)}));
}

// Without a header, the block size is part of the format.
TEST(Bitshuffle, TakesBlocksOfAbout8KiB) {
  for (const auto& [element_bytes, block_bytes] : {std::pair<std::uint32_t, std::size_t>{1, 8192},
                                                   {3, 8184},
                                                   {4, 8192},
                                                   {64, 8192},
                                                   {100, 12800}}) {
    const Data data = test::noise(2 * block_bytes);
    EXPECT_TRUE(test::encode(kernel, CdValues{0, 3, element_bytes}, data) ==
                test::join({reference_planes(part(data, 0, block_bytes), element_bytes),
                            reference_planes(part(data, block_bytes, block_bytes), element_bytes)}))
        << element_bytes;
  }
}

TEST(Bitshuffle, FramesBlocksOfLz4) {
  const Data data = test::temperature(1, 4107);
  const Data encoded = test::encode(kernel, CdValues{0, 3, 4, 0, lz4}, data);
  EXPECT_EQ(number(encoded, 0, 8), data.size());
  EXPECT_EQ(number(encoded, 8, 4), 8192U);
  std::size_t next = 12;
  for (const auto& [begin, bytes] :
       {std::pair<std::size_t, std::size_t>{0, 8192}, {8192, 8192}, {16384, 32}}) {
    const std::size_t stored = number(encoded, next, 4);
    Data planes(bytes);
    EXPECT_EQ(LZ4_decompress_safe(reinterpret_cast<const char*>(&encoded[next + 4]),
                                  reinterpret_cast<char*>(planes.data()), static_cast<int>(stored),
                                  static_cast<int>(bytes)),
              static_cast<int>(bytes));
    EXPECT_TRUE(planes == reference_planes(part(data, begin, bytes), 4)) << begin;
    next += 4 + stored;
  }
  EXPECT_TRUE(part(encoded, next, encoded.size() - next) == part(data, 16416, 12));
}

TEST(Bitshuffle, FramesBlocksOfZstd) {
  const Data data = test::temperature(1, 2048);
  for (const std::uint32_t level : {0U, 1U, 3U, 22U}) {
    const Data encoded = test::encode(kernel, CdValues{0, 4, 4, 2048, zstd, level}, data);
    const std::size_t stored = number(encoded, 12, 4);
    ASSERT_EQ(encoded.size(), 16 + stored);
    Data planes(8192);
    EXPECT_EQ(ZSTD_decompress(planes.data(), planes.size(), &encoded[16], stored), 8192U);
    EXPECT_TRUE(planes == reference_planes(data, 4)) << level;
    EXPECT_TRUE(test::decode(kernel, encoded, 8192, CdValues{0, 4, 4, 2048, zstd, level}) == data);
  }
}

TEST(Bitshuffle, GivesBackElementsOfEverySize) {
  for (const std::uint32_t compressor : {0U, 2U, 3U}) {
    for (const std::uint32_t element_bytes : {1U, 2U, 3U, 4U, 8U, 12U, 16U, 1000U}) {
      for (const std::size_t elements : {0U, 1U, 7U, 8U, 9U, 127U, 1024U, 5003U}) {
        const Data data = test::noise(elements * element_bytes);
        const CdValues working{0, 4, element_bytes, 0, compressor};
        const Data encoded = test::encode(kernel, working, data);
        EXPECT_TRUE(test::decode(kernel, encoded, data.size(), working) == data)
            << elements << " of " << element_bytes << " by " << compressor;
      }
    }
  }
}

TEST(Bitshuffle, BindsToTheElement) {
  const std::array<std::uint64_t, 1> shape{1000};
  const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, shape};
  EXPECT_EQ(kernel.bind({}, layout), (CdValues{0, 3, 4}));
  EXPECT_EQ(kernel.bind(CdValues{0, 2}, layout), (CdValues{0, 3, 4, 0, 2}));
  EXPECT_EQ(kernel.bind(CdValues{2048, 2}, layout), (CdValues{0, 3, 4, 2048, 2}));
  EXPECT_EQ(kernel.bind(CdValues{0, 3, 5}, layout), (CdValues{0, 4, 4, 0, 3, 5}));
}

TEST(Bitshuffle, DoesNotMoveStoredParametersUpASecondTime) {
  const std::array<std::uint64_t, 1> shape{1000};
  const ChunkLayout floats{4, ncf_element_floating, ncf_order_little, shape};
  const ChunkLayout doubles{8, ncf_element_floating, ncf_order_little, shape};
  for (const CdValues& user : {CdValues{64}, CdValues{0, 2}, CdValues{0, 3, 5}}) {
    const CdValues working = kernel.bind(user, floats);
    EXPECT_EQ(kernel.bind(working, floats), working);
    EXPECT_EQ(kernel.bind(working, doubles), kernel.bind(user, doubles));
  }
}

TEST(Bitshuffle, NamesTheParametersThereAre) {
  const auto failure = [](const CdValues& cd_values) {
    return test::failure_of([&] { check(cd_values); });
  };
  EXPECT_EQ(failure({7}), "a block must be a multiple of 8 elements, not 7");
  EXPECT_EQ(failure({0, 3, 4, 7, 2}), "a block must be a multiple of 8 elements, not 7");
  EXPECT_EQ(failure({0, 1}), "compressor must be 0 (none), 2 (lz4) or 3 (zstd), not 1");
  EXPECT_EQ(failure({0, 3, 23}), "level must be 0 to 22, not 23");
  EXPECT_EQ(failure({0, 2, 23}), "");
  const std::array<std::uint64_t, 1> shape{1000};
  EXPECT_EQ(
      test::failure_of([&] {
        kernel.bind(CdValues{1U << 30, 2}, {4, ncf_element_floating, ncf_order_little, shape});
      }),
      "a block must be at most 2113929216 bytes, not 4294967296");
}

TEST(Bitshuffle, NeedsStoredParameters) {
  const std::string expected = "needs stored parameters: two versions and the bytes of an element";
  for (const CdValues& working : {CdValues{}, CdValues{0, 2}, CdValues{0, 3, 0, 0, 2}}) {
    EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, Data(8)); }), expected);
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, Data(8), 8, working); }), expected);
  }
}

TEST(Bitshuffle, TakesWholeElementsOnly) {
  const std::string expected = "7 bytes are not whole elements of 4 bytes";
  EXPECT_EQ(test::failure_of([] { test::encode(kernel, CdValues{0, 3, 4}, Data(7)); }), expected);
  EXPECT_EQ(test::failure_of([] {
              test::decode(kernel, Data(7), 7, CdValues{0, 3, 4});
            }),
            expected);
}

Data frame(std::uint64_t decoded_bytes, std::uint64_t block_bytes, std::uint64_t stored_bytes,
           const Data& stored) {
  Data data;
  for (const auto& [value, bytes] : {std::pair<std::uint64_t, unsigned>{decoded_bytes, 8},
                                     {block_bytes, 4},
                                     {stored_bytes, 4}}) {
    for (unsigned i = bytes; i > 0; --i) {
      data.push_back(static_cast<std::byte>(value >> (8 * (i - 1))));
    }
  }
  return test::join({data, stored});
}

TEST(Bitshuffle, RefusesWhatContradictsItself) {
  const auto failure = [](const Data& data) {
    return test::failure_of([&] { test::decode_growing(kernel, data, CdValues{0, 3, 4, 0, lz4}); });
  };
  const std::string damaged = "damaged bitshuffle data";
  EXPECT_EQ(failure(frame(32, 0, 1, Data(1))), damaged);
  EXPECT_EQ(failure(frame(32, 20, 1, Data(1))), damaged);
  EXPECT_EQ(failure(frame(33, 32, 1, Data(1))), damaged);
  EXPECT_EQ(failure(frame(32, 0xFFFFFFE0, 1, Data(1))), damaged);
  EXPECT_EQ(failure(frame(32, 32, 1, Data(1))), damaged);
  EXPECT_EQ(failure(frame(32, 32, 0, {})), damaged);
}

// A frame of 116 bytes claims sizes up to the whole address space.
TEST(Bitshuffle, DoesNotTakeMemoryBecauseAFrameClaimsIt) {
  for (const std::uint32_t compressor : {2U, 3U}) {
    for (const std::uint64_t claimed : {std::uint64_t{1} << 24, std::uint64_t{1} << 31,
                                        std::uint64_t{1} << 40, ~std::uint64_t{0} - 3}) {
      const Data data = frame(claimed, 0x7DFFFFE0, 100, Data(100));
      test::GrowingOutput output;
      EXPECT_NE(
          test::failure_of([&] {
            kernel.decode(*kernel.make_workspace(), CdValues{0, 4, 4, 0, compressor}, data, output);
          }),
          "");
      EXPECT_LE(output.memory().size(), std::size_t{16} << 20) << claimed;
    }
  }
}

TEST(Bitshuffle, GivesBackLargeDataThatBecomeVerySmall) {
  const Data data = test::constant(std::size_t{40} << 20);
  const CdValues working{0, 4, 4, 1U << 20, zstd};
  const Data encoded = test::encode(kernel, working, data);
  ASSERT_LT(encoded.size(), data.size() / 1000);
  EXPECT_TRUE(test::decode_growing(kernel, encoded, working) == data);
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Bitshuffle, EveryKernel,
                         testing::Values(test::Tested{kernel, {0, 3, 1}},
                                         test::Tested{kernel, {0, 3, 1, 0, bitshuffle::lz4}},
                                         test::Tested{kernel, {0, 4, 1, 64, bitshuffle::zstd}}));
INSTANTIATE_TEST_SUITE_P(Bitshuffle, EveryFrame,
                         testing::Values(test::Tested{kernel, {0, 3, 1, 0, bitshuffle::lz4}},
                                         test::Tested{kernel, {0, 4, 1, 64, bitshuffle::zstd}}));
INSTANTIATE_TEST_SUITE_P(
    Bitshuffle, EveryPlugin,
    testing::Values(test::Plugin{
        .name = "bitshuffle",
        .stored_name = "bitshuffle; see https://github.com/kiyo-masui/bitshuffle",
        .visible = {0, 2},
        .working = {0, 3, 4, 0, 2},
        .wrong = {7},
        .refusal = "a block must be a multiple of 8 elements, not 7",
        .complaint = "damaged bitshuffle data"}));

}  // namespace
}  // namespace ncf::plugins::bitshuffle
