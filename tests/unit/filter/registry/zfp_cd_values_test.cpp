// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Word lists that H5Z-ZFP 1.1 with zfp 1.0 stored for float, double and int32 chunks of 1 to 4
// dimensions, and the parameters that it was given.
#include "filter/registry/zfp_cd_values.hpp"

#include <gtest/gtest.h>

namespace ncf::filter {
namespace {

using CdValues = std::vector<std::uint32_t>;

constexpr std::uint32_t versions = 268456208;
constexpr std::uint32_t magic = 91252346;

struct Shape {
  const char* name;
  std::uint32_t low;   ///< the third word
  std::uint32_t high;  ///< the low 20 bits of the fourth
};

constexpr Shape shapes[] = {
    {"float 32x32", 4026532342, 1},
    {"double 16", 243, 0},
    {"int32 8x8x8", 7340152, 112},
    {"float 4x4x4x4", 805503038, 768},
};

TEST(ZfpCdValues, AreGoodForChunksOfTheirTypeAndShapeAlone) {
  const CdValues cd_values{versions, magic, 4026532342, 133169153};
  using Lengths = std::vector<std::size_t>;
  EXPECT_EQ(zfp_visible_cd_values_for(cd_values, "float", Lengths{32, 32}),
            zfp_visible_cd_values(cd_values));
  EXPECT_EQ(zfp_visible_cd_values_for(cd_values, "float", Lengths{1, 32, 1, 32}),
            zfp_visible_cd_values(cd_values));
  EXPECT_EQ(zfp_visible_cd_values_for(cd_values, "float", Lengths{32, 16}), std::nullopt);
  EXPECT_EQ(zfp_visible_cd_values_for(cd_values, "float", Lengths{1024}), std::nullopt);
  EXPECT_EQ(zfp_visible_cd_values_for(cd_values, "int", Lengths{32, 32}), std::nullopt);
  const CdValues integers{versions, magic, 7340152, 535822448};
  for (const char* type : {"int", "uint"}) {
    EXPECT_NE(zfp_visible_cd_values_for(integers, type, Lengths{8, 8, 8}), std::nullopt) << type;
  }
}

TEST(ZfpCdValues, RatesOfEveryNumberOfDimensions) {
  // rate 8 as two cd_values, then rate 3.5
  const CdValues rate_8{1, 0, 0, 1075838976};
  const CdValues rate_3_5{1, 0, 0, 1074528256};
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 4026532342, 133169153}), rate_8);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 4026532342, 57671681}), rate_3_5);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 243, 32505856}), rate_8);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 243, 13631488}), rate_3_5);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 7340152, 535822448}), rate_8);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 7340152, 233832560}), rate_3_5);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 805503038, 2146435840}), rate_8);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 805503038, 938476288}), rate_3_5);
}

TEST(ZfpCdValues, OtherModesDoNotDependOnTheShape) {
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.name);
    const auto visible_cd_values = [&](std::uint32_t mode, const CdValues& more = {}) {
      CdValues cd_values{versions, magic, shape.low, mode + shape.high};
      cd_values.insert(cd_values.end(), more.begin(), more.end());
      return zfp_visible_cd_values(cd_values);
    };
    EXPECT_EQ(visible_cd_values(2163212288), (CdValues{2, 0, 16}));
    EXPECT_EQ(visible_cd_values(3398434816),
              (CdValues{3, 0, 0, 1062207488}));  // 0.001 becomes 2^-10
    EXPECT_EQ(visible_cd_values(2281701376), CdValues{5});
    EXPECT_EQ(visible_cd_values(4293918720, {3767009280, 493487}),
              (CdValues{4, 0, 1, 16657, 64, 4294966222}));  // minexp -1074
    EXPECT_EQ(visible_cd_values(4293918720, {3767042048, 493487}), (CdValues{2, 0, 64}));
    EXPECT_EQ(visible_cd_values(4293918720, {3286728803, 527204}),
              (CdValues{4, 0, 100, 2000, 20, 4294967276}));  // minexp -20
  }
}

// From a file that a big-endian machine wrote with H5Z-ZFP 0.2 and zfp 0.5.0: accuracy of 256
// doubles.
TEST(ZfpCdValues, MayHaveTheirBytesInTheOtherOrder) {
  const CdValues stored{5242912, 2053533701, 4077846528, 61571};
  EXPECT_EQ(zfp_visible_cd_values(stored),
            zfp_visible_cd_values(CdValues{5242912, magic, 4083, 2213543936}));
  const auto header = read_zfp_header(stored);
  ASSERT_TRUE(header);
  EXPECT_EQ(describe(*header),
            "written by H5Z-ZFP 0.2.0 with zfp 0.5.0 (codec 5) for chunks of 256 double");
}

TEST(ZfpCdValues, ALargeRateIsHeldAsItsBits) {
  // rate 16 of 256 values: blocks of 4096 bits, too large for the 12 bits of the mode
  EXPECT_EQ(
      zfp_visible_cd_values(CdValues{versions, magic, 1879769148, 4293919488, 3355414527, 493487}),
      (CdValues{1, 0, 0, 1076887552}));
}

TEST(ZfpHeader, SaysWhoWroteForWhichChunks) {
  const auto described = [](const CdValues& cd_values) {
    return describe(*read_zfp_header(cd_values));
  };
  const std::string by = "written by H5Z-ZFP 1.1.0 with zfp 1.0.0 (codec 5) for chunks of ";
  EXPECT_EQ(described({versions, magic, 4026532342, 133169153}), by + "32 x 32 float");
  EXPECT_EQ(described({versions, magic, 243, 32505856}), by + "16 double");
  EXPECT_EQ(described({versions, magic, 7340152, 535822448}), by + "8 x 8 x 8 int");
  EXPECT_EQ(described({versions, magic, 805503038, 2146435840}), by + "4 x 4 x 4 x 4 float");
  // from a file that H5Z-ZFP 0.9 wrote, when versions of zfp had three digits
  EXPECT_EQ(described({5505168, magic, 4083, 2171600896}),
            "written by H5Z-ZFP 0.9.0 with zfp 0.5.4 (codec 5) for chunks of 256 double");
}

TEST(ZfpHeader, IsNotSeenElsewhere) {
  EXPECT_FALSE(read_zfp_header(CdValues{}));
  EXPECT_FALSE(read_zfp_header(CdValues{versions, magic, 243}));
  EXPECT_FALSE(read_zfp_header(CdValues{1, 0, 0, 1075838976}));
}

TEST(ZfpCdValues, LeavesEverythingElse) {
  EXPECT_EQ(zfp_visible_cd_values(CdValues{}), std::nullopt);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{1, 0, 0, 1075838976}), std::nullopt);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 243}), std::nullopt);
  EXPECT_EQ(zfp_visible_cd_values(CdValues{versions, magic, 243, 4293918720}), std::nullopt);
}

}  // namespace
}  // namespace ncf::filter
