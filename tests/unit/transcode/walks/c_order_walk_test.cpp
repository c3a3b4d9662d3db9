// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ncf::transcode {
namespace {

using Shape = std::vector<std::size_t>;

std::vector<model::Box> all_boxes(const Shape& shape, const Shape& chunk, std::size_t most) {
  std::vector<model::Box> boxes;
  COrderWalk walk(shape, chunk, most);
  while (auto box = walk.next()) boxes.push_back(*box);
  return boxes;
}

/// Returns the places of a box's values in the variable, in the box's C order.
std::vector<std::size_t> places(const model::Box& box, const Shape& shape) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < box.value_count(); ++i) {
    std::size_t rest = i;
    std::size_t place = 0;
    std::size_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      place += (box.start[d] + rest % box.count[d]) * stride;
      rest /= box.count[d];
      stride *= shape[d];
    }
    found.push_back(place);
  }
  return found;
}

TEST(COrderWalk, AScalarIsOneBox) { EXPECT_EQ(all_boxes({}, {}, 1).size(), 1U); }

TEST(COrderWalk, AnEmptyVariableHasNoBox) {
  EXPECT_TRUE(all_boxes({0, 5}, {}, 10).empty());
  EXPECT_TRUE(all_boxes({5, 0}, {1, 5}, 10).empty());
}

TEST(COrderWalk, BoxesEndWhereChunksEnd) {
  const auto boxes = all_boxes({10, 4}, {3, 4}, 32);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_EQ(boxes[0].count, (Shape{6, 4}));
  EXPECT_EQ(boxes[1].count, (Shape{4, 4}));
}

TEST(COrderWalk, GivesEveryValueInCOrderWithinTheBudget) {
  std::mt19937 random(5);
  const auto upto = [&](std::size_t most) { return std::size_t{1} + random() % most; };
  for (int i = 0; i < 300; ++i) {
    Shape shape(upto(4));
    Shape chunk(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) {
      shape[d] = upto(7);
      chunk[d] = upto(shape[d]);
    }
    const std::size_t most = upto(50);
    std::size_t next = 0;
    for (const model::Box& box : all_boxes(shape, i % 2 == 0 ? chunk : Shape{}, most)) {
      EXPECT_LE(box.value_count(), most);
      for (const std::size_t place : places(box, shape)) EXPECT_EQ(place, next++);
    }
    std::size_t values = 1;
    for (const std::size_t length : shape) values *= length;
    EXPECT_EQ(next, values);
  }
}

}  // namespace
}  // namespace ncf::transcode
