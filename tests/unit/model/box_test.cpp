// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/box.hpp"

#include <gtest/gtest.h>

namespace ncf::model {
namespace {

TEST(Box, CountsItsValues) {
  EXPECT_EQ((Box{{0, 0}, {2, 3}}.value_count()), 6U);
  EXPECT_EQ((Box{{5, 0}, {0, 3}}.value_count()), 0U);
  EXPECT_EQ((Box{{}, {}}.value_count()), 1U);  // a scalar
}

TEST(Box, WhatTwoShare) {
  EXPECT_EQ(intersection({{0, 2}, {4, 3}}, {{1, 0}, {9, 3}}).start,
            (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(intersection({{0, 2}, {4, 3}}, {{1, 0}, {9, 3}}).count,
            (std::vector<std::size_t>{3, 1}));
  EXPECT_EQ(intersection({{0}, {4}}, {{4}, {1}}).value_count(), 0U);
  EXPECT_EQ(intersection({{}, {}}, {{}, {}}).value_count(), 1U);
}

TEST(Box, HoldsItsElementsAndNoOther) {
  const Box box{{2, 0}, {3, 4}};
  EXPECT_TRUE(contains(box, {2, 0}));
  EXPECT_TRUE(contains(box, {4, 3}));
  EXPECT_FALSE(contains(box, {1, 0}));
  EXPECT_FALSE(contains(box, {5, 0}));
  EXPECT_FALSE(contains(box, {4, 4}));
  EXPECT_TRUE(contains({}, {}));
}

}  // namespace
}  // namespace ncf::model
