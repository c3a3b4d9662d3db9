// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/input_files.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::ops {
namespace {

TEST(PathFilter, SelectsEverythingWithoutPatterns) {
  const PathFilter filter({}, {});
  EXPECT_TRUE(filter.enters("2019"));
  EXPECT_TRUE(filter.selects("2019/a.nc"));
}

TEST(PathFilter, PatternsWithoutSlashApplyToNames) {
  const PathFilter filter({"*.nc"}, {"tmp*"});
  EXPECT_TRUE(filter.selects("2019/01/a.nc"));
  EXPECT_FALSE(filter.selects("2019/01/a.h5"));
  EXPECT_FALSE(filter.selects("2019/tmp.nc"));
  EXPECT_FALSE(filter.enters("2019/tmp"));
  EXPECT_TRUE(filter.enters("2019/01"));  // include patterns are for files
}

TEST(PathFilter, PatternsWithSlashApplyToPathsBelowTheRoot) {
  const PathFilter filter({"2019/*.nc", "/**/b.nc"}, {"/2020"});
  EXPECT_TRUE(filter.selects("2019/a.nc"));
  EXPECT_FALSE(filter.selects("2019/01/a.nc"));
  EXPECT_TRUE(filter.selects("2018/01/b.nc"));
  EXPECT_FALSE(filter.enters("2020"));
  EXPECT_TRUE(filter.enters("old/2020"));
}

TEST(PathFilter, IgnoresSlashesAtTheEnd) {
  const PathFilter filter({}, {"tmp/", "2019/02/"});
  EXPECT_FALSE(filter.enters("2019/tmp"));
  EXPECT_FALSE(filter.enters("2019/02"));
  EXPECT_TRUE(filter.enters("2018/02"));
}

TEST(PathFilter, RefusesMalformedPatternsAndNamesTheOption) {
  EXPECT_EQ(test::reason_of([] { const PathFilter filter({}, {"[a"}); }, ErrorCode::usage),
            "--exclude: bracket without its end, expected \"]\"\n  [a\n  ^");
}

}  // namespace
}  // namespace ncf::ops
