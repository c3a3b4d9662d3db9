// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/registry.hpp"

#include <gtest/gtest.h>

namespace ncf::filter {
namespace {

TEST(Describe, SaysNameAndParameters) {
  EXPECT_EQ(describe(Filter{32015, {3}}), "zstd level=3");
  EXPECT_EQ(describe(Filter{32015, {4294967291}}), "zstd level=-5");
  EXPECT_EQ(describe(Filter{307, {9}}), "bzip2 level=9");
  EXPECT_EQ(describe(Filter{1, {1}}), "deflate level=1");
  EXPECT_EQ(describe(Filter{4, {32, 32}}), "szip mask=nn pixels_per_block=32");
  EXPECT_EQ(describe(Filter{3, {}}), "fletcher32");
}

TEST(Describe, SaysFlagsOtherThanTheUsualOnes) {
  EXPECT_EQ(describe(Filter{32015, {3}, FilterFlag::optional}), "zstd level=3 (optional)");
  EXPECT_EQ(describe(StoredFilter{1, {1}, FilterFlag::mandatory}), "deflate level=1 (mandatory)");
  EXPECT_EQ(describe(StoredChain{{2, {4}}, {33000, {}, FilterFlag::optional}}),
            "shuffle | filter 33000 (optional)");
}

TEST(Describe, FillsInWhatTheFilterDoesWithoutAWord) {
  EXPECT_EQ(describe(Filter{307, {}}), "bzip2 level=9");
  EXPECT_EQ(describe(Filter{32001, {}}), "blosc clevel=5 shuffle=byte cname=blosclz");
  EXPECT_EQ(describe(Filter{32008, {}}), "bitshuffle block=0 cname=none");
}

TEST(Describe, ReadsWhatAFileHolds) {
  EXPECT_EQ(describe(StoredFilter{2, {4}}), "shuffle");
  EXPECT_EQ(describe(StoredFilter{4, {169, 8, 32, 64}}), "szip mask=nn pixels_per_block=8");
  EXPECT_EQ(describe(StoredFilter{5, {8, 1, 1024, 1, 4, 0, 32, 0}}), "nbit");
  EXPECT_EQ(
      describe(StoredFilter{6, {0, 3, 1024, 1, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}),
      "scaleoffset float digits=3");
  EXPECT_EQ(describe(StoredFilter{32000, {4, 261, 4096}}), "lzf");
  EXPECT_EQ(describe(StoredFilter{32001, {2, 2, 4, 4096, 5, 1, 1}}),
            "blosc clevel=5 shuffle=byte cname=lz4");
  EXPECT_EQ(describe(StoredFilter{32008, {0, 3, 4, 0, 2}}), "bitshuffle block=0 cname=lz4");
  EXPECT_EQ(describe(StoredFilter{32013, {268456208, 91252346, 4026532342, 133169153}}),
            "zfp rate=8");
  EXPECT_EQ(describe(StoredFilter{32013, {268456208, 91252346, 4026532342, 3398434817}}),
            "zfp accuracy=0.0009765625");
  EXPECT_EQ(describe(StoredFilter{32013, {268456208, 91252346, 4026532342, 2281701377}}),
            "zfp reversible");
}

TEST(Describe, ReadsWhatSz3AndBlosc2StoreForChunksOfAnyRank) {
  const std::vector<std::uint32_t> absolute{0, 0x3F50624D, 0xD2F1A9FC, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(describe(Filter{32024, absolute}), "sz3 absolute=0.001");
  const std::vector<std::vector<std::uint32_t>> chunks{{1, 0, 0, 64},
                                                       {2, 0, 16, 64},
                                                       {3, 1, 4, 16, 64},
                                                       {4, 1, 2, 4, 16, 64},
                                                       {5, 7, 2, 2, 2, 2, 2}};
  for (std::vector<std::uint32_t> cd_values : chunks) {
    cd_values.insert(cd_values.end(), absolute.begin(), absolute.end());
    EXPECT_EQ(describe(StoredFilter{32024, cd_values}), "sz3 absolute=0.001");
    EXPECT_EQ(visible_form(StoredFilter{32024, cd_values}), (Filter{32024, absolute}));
  }
  EXPECT_EQ(
      describe(StoredFilter{32024, {1, 0, 0, 64, 1, 0, 0, 0x3F847AE1, 0x47AE147B, 0, 0, 0, 0}}),
      "sz3 relative=0.01");
  EXPECT_EQ(describe(StoredFilter{32024, {557, 0x10101, 64}}), "sz3 (3 parameters)")
      << "the configuration of a newer SZ3";
  EXPECT_EQ(describe(StoredFilter{32026, {1, 0, 4, 4096, 5, 2, 1}}),
            "blosc2 block_bytes=0 clevel=5 filter=bit cname=lz4");
  const StoredFilter of_two_dimensions{32026, {1, 8192, 4, 4096, 5, 1, 5, 2, 16, 64}};
  EXPECT_EQ(describe(of_two_dimensions), "blosc2 block_bytes=8192 clevel=5 filter=byte cname=zstd");
  EXPECT_EQ(visible_form(of_two_dimensions), (Filter{32026, {0, 8192, 0, 0, 5, 1, 5}}));
}

TEST(Describe, CdValuesOfTwoMeaningsDependOnWhereTheyComeFrom) {
  EXPECT_EQ(describe(Filter{32008, {0, 3, 4}}), "bitshuffle block=0 cname=zstd level=4");
  EXPECT_EQ(describe(StoredFilter{32008, {0, 3, 4}}), "bitshuffle block=0 cname=none");
}

TEST(Describe, ShowsValuesThatAreNotAllowedAsTheyAre) {
  EXPECT_EQ(describe(Filter{307, {900}}), "bzip2 level=900");
  EXPECT_EQ(describe(StoredFilter{32001, {2, 2, 4, 4096, 5, 7, 1}}),
            "blosc clevel=5 shuffle=7 cname=lz4");
}

TEST(Describe, CountsWordsItCannotRead) {
  EXPECT_EQ(describe(Filter{33000, {1, 2, 3, 4, 5}}), "filter 33000 (5 parameters)");
  EXPECT_EQ(describe(Filter{33000, {1}}), "filter 33000 (1 parameter)");
  EXPECT_EQ(describe(Filter{33000, {}}), "filter 33000");
  EXPECT_EQ(describe(Filter{32002, {1, 2}}), "mafisc (2 parameters)");
  EXPECT_EQ(describe(Filter{307, {1, 2}}), "bzip2 (2 parameters)");
}

TEST(Describe, JoinsAChain) {
  EXPECT_EQ(describe(Chain{{2, {}}, {307, {9}}, {3, {}}}), "shuffle | bzip2 level=9 | fletcher32");
  EXPECT_EQ(describe(StoredChain{{2, {4}}, {1, {5}}}), "shuffle | deflate level=5");
  EXPECT_EQ(describe(Chain{}), "");
}

}  // namespace
}  // namespace ncf::filter
