// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "fletcher32/filter.hpp"

#include <gtest/gtest.h>

#include "common/test/every_plugin.hpp"
#include "support/hdf5_chunk.hpp"

namespace ncf::plugins::fletcher32 {
namespace {

using ncf::test::Hdf5Chunk;
using test::Data;

Hdf5Chunk make_hdf5_chunk(std::size_t bytes) {
  return {H5Tcopy(H5T_STD_U8LE), {bytes}, [](hid_t creation) { H5Pset_fletcher32(creation); }};
}

// Computes the sums by their definition, one number after another, with a carry after each.
std::uint32_t plain_checksum(const Data& data) {
  std::uint32_t simple = 0;
  std::uint32_t of_sums = 0;
  const auto carried = [](std::uint32_t sum) { return (sum & 0xFFFF) + (sum >> 16); };
  for (std::size_t i = 0; i < data.size(); i += 2) {
    const auto high = std::to_integer<std::uint32_t>(data[i]);
    const auto low = i + 1 < data.size() ? std::to_integer<std::uint32_t>(data[i + 1]) : 0;
    simple = carried(simple + (high << 8 | low));
    of_sums = carried(of_sums + simple);
  }
  return of_sums << 16 | simple;
}

std::uint32_t checksum_behind(const Data& encoded) {
  std::uint32_t checksum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    checksum |= std::to_integer<std::uint32_t>(encoded[encoded.size() - 4 + i]) << (8 * i);
  }
  return checksum;
}

TEST(Fletcher32, IsTheChecksumByDefinition) {
  for (std::size_t bytes = 0; bytes < 300; ++bytes) {
    const Data data = test::noise(bytes);
    EXPECT_EQ(checksum_behind(test::encode(kernel, {}, data)), plain_checksum(data)) << bytes;
  }
  // Sums of the largest numbers, over several blocks; and of zeros only.
  for (const std::size_t bytes : {5774U, 5776U, 5778U, 11'552U, 100'001U}) {
    const Data largest(bytes, std::byte{0xFF});
    EXPECT_EQ(checksum_behind(test::encode(kernel, {}, largest)), plain_checksum(largest)) << bytes;
    EXPECT_EQ(checksum_behind(test::encode(kernel, {}, Data(bytes))), 0U) << bytes;
  }
}

TEST(Fletcher32, AndHdf5WriteTheSame) {
  for (const std::size_t bytes : {1U, 2U, 3U, 15U, 16U, 17U, 4096U, 70'001U, 1'000'000U}) {
    for (const Data& data : {test::noise(bytes), Data(bytes, std::byte{0xFF}), Data(bytes)}) {
      const auto stored = make_hdf5_chunk(bytes).encode(data);
      ASSERT_TRUE(stored);
      EXPECT_TRUE(test::encode(kernel, {}, data) == *stored) << bytes;
      EXPECT_TRUE(test::decode(kernel, *stored, bytes) == data) << bytes;
      EXPECT_EQ(make_hdf5_chunk(bytes).decode(test::encode(kernel, {}, data)), data) << bytes;
    }
  }
}

TEST(Fletcher32, AcceptsTheChecksumOfHdf5Before163) {
  const ncf::test::QuietHdf5 quiet;
  const Data data = test::noise(1001);
  Data stored = test::encode(kernel, {}, data);
  const std::size_t checksum = data.size();
  std::swap(stored[checksum], stored[checksum + 1]);
  std::swap(stored[checksum + 2], stored[checksum + 3]);
  EXPECT_TRUE(test::decode(kernel, stored, data.size()) == data);
  EXPECT_EQ(make_hdf5_chunk(data.size()).decode(stored), data) << "so does HDF5";
  EXPECT_EQ(test::failure_of([&] { test::decode(zarr_kernel, stored, data.size()); }),
            "the checksum has the byte order of HDF5 before 1.6.3, which readers of Zarr refuse; "
            "choose other filters");
  std::swap(stored[checksum], stored[checksum + 2]);
  std::swap(stored[checksum + 1], stored[checksum + 3]);
  EXPECT_EQ(test::failure_of([&] { test::decode(kernel, stored, data.size()); }),
            "data contradict their fletcher32 checksum");
  EXPECT_FALSE(make_hdf5_chunk(data.size()).decode(stored)) << "so does HDF5";
}

TEST(Fletcher32, NoticesEveryFlippedBit) {
  const Data encoded = test::encode(kernel, {}, test::temperature(4, 16));
  test::for_each_flipped_bit(encoded, [&](const Data& damaged, std::size_t bit) {
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, damaged, encoded.size()); }),
              "data contradict their fletcher32 checksum")
        << bit;
  });
}

TEST(Fletcher32, RefusesLessThanAChecksum) {
  for (const std::size_t bytes : {0U, 1U, 3U}) {
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, test::noise(bytes), 100); }),
              "fletcher32 data cut short");
  }
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Fletcher32, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Fletcher32, EveryCodec,
                         testing::Values(test::CodecCase{"fletcher32",
                                                         {{R"({"id":"fletcher32"})", {}}},
                                                         {},
                                                         {},
                                                         {R"({"id":"fletcher32","seed":1})"},
                                                         {}}));

}  // namespace
}  // namespace ncf::plugins::fletcher32
