// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>
#include <gtest/gtest.h>

#include "bzip2/filter.hpp"
#include "common/test/every_plugin.hpp"

namespace ncf::plugins::bzip2 {
namespace {

using test::Data;

// The reference: the function that other bzip2 filters call.
Data reference_encode(const Data& decoded, int level) {
  Data encoded(decoded.size() + decoded.size() / 100 + 600);
  auto bytes = static_cast<unsigned>(encoded.size());
  Data copy = decoded;
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(encoded.data()), &bytes,
                                     reinterpret_cast<char*>(copy.data()),
                                     static_cast<unsigned>(copy.size()), level, 0, 0),
            BZ_OK);
  encoded.resize(bytes);
  return encoded;
}

TEST(Bzip2, WritesWhatOtherBzip2FiltersWrite) {
  const Data data = test::temperature(300, 1000);
  for (std::uint32_t level = 1; level <= 9; ++level) {
    const Data encoded = test::encode(kernel, {&level, 1}, data);
    EXPECT_TRUE(encoded == reference_encode(data, static_cast<int>(level))) << level;
    EXPECT_TRUE(test::decode(kernel, encoded, data.size()) == data) << level;
  }
  EXPECT_TRUE(test::encode(kernel, {}, data) == reference_encode(data, 9));
}

TEST(Bzip2, NamesTheLevelsThereAre) {
  for (const std::uint32_t level : {0U, 10U, 900U}) {
    const std::string expected = "level must be 1 to 9, not " + std::to_string(level);
    EXPECT_EQ(test::failure_of([&] { check({&level, 1}); }), expected);
    EXPECT_EQ(test::failure_of([&] { test::encode(kernel, {&level, 1}, {}); }), expected);
  }
}

TEST(Bzip2, NoticesEveryFlippedBitThatMatters) {
  EXPECT_EQ(test::find_unnoticed_bit(kernel, test::temperature(8, 16)), std::nullopt);
}

TEST(Bzip2, SaysWhatIsWrong) {
  const Data encoded = test::encode(kernel, {}, test::temperature(8, 16));
  Data damaged = encoded;
  damaged[encoded.size() / 2] ^= std::byte{0xFF};
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, damaged); }), "damaged bzip2 data");
  Data second_cut = test::join({encoded, encoded});
  second_cut.pop_back();
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, second_cut); }),
            "bzip2 data cut short");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Bzip2, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Bzip2, EveryCompressor, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(
    Bzip2, EveryPlugin,
    testing::Values(test::Plugin{
        .name = "bzip2",
        .stored_name = "HDF5 bzip2 filter; see http://www.hdfgroup.org/services/contributions.html",
        .visible = {3},
        .working = {3},
        .wrong = {900},
        .refusal = "level must be 1 to 9, not 900",
        .complaint = "not bzip2 data"}));
INSTANTIATE_TEST_SUITE_P(Bzip2, EveryCodec,
                         testing::Values(test::CodecCase{"bzip2",
                                                         {{R"({"id":"bz2","level":9})", {9}}},
                                                         {{R"({"id":"bz2"})", {1}}},
                                                         {{{}, R"({"id":"bz2","level":9})"}},
                                                         {R"({"id":"bz2","level":0})"},
                                                         {{0}}}));

}  // namespace
}  // namespace ncf::plugins::bzip2
