// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/box.hpp"

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

TEST(Box, WhatIsOutsideAPart) {
  const Box whole{{1, 2}, {4, 5}};
  std::vector<int> found(6 * 8, 0);
  const auto count = [&](const Box& box) {
    for (std::size_t i = 0; i < box.count[0]; ++i) {
      for (std::size_t j = 0; j < box.count[1]; ++j) {
        ++found[(box.start[0] + i) * 8 + box.start[1] + j];
      }
    }
  };
  const Box part{{2, 3}, {2, 2}};
  count(part);
  for (const Box& rest : difference(whole, part)) count(rest);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i], contains(whole, {i / 8, i % 8}) ? 1 : 0) << i;
  }
  EXPECT_TRUE(difference(whole, whole).empty());
  EXPECT_TRUE(difference({}, {}).empty());
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
