// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>
#include <gtest/gtest.h>

#include "bzip2/kernel.hpp"
#include "unit/plugins/kernel_samples.hpp"

namespace ncf::plugins::bzip2 {
namespace {

using test::Data;

// The reference: what other bzip2 filters call.
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

}  // namespace
}  // namespace ncf::plugins::bzip2
