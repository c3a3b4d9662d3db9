// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/describe.hpp"

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

TEST(Describe, WordsOfTwoMeaningsDependOnWhereTheyComeFrom) {
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
