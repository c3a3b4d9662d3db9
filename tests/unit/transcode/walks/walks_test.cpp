// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ncf::transcode {
namespace {

using Shape = std::vector<std::size_t>;

std::vector<model::Box> all_boxes(const Shape& shape, const Shape& chunk, std::size_t most) {
  std::vector<model::Box> boxes;
  TileWalk walk(shape, chunk, most);
  while (auto box = walk.next()) boxes.push_back(*box);
  return boxes;
}

TEST(TileWalk, AScalarIsOneBox) {
  const auto boxes = all_boxes({}, {}, 10);
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_TRUE(boxes[0].start.empty());
  EXPECT_TRUE(boxes[0].count.empty());
}

TEST(TileWalk, AnEmptyVariableHasNoBox) {
  EXPECT_TRUE(all_boxes({0, 5}, {}, 10).empty());
  EXPECT_TRUE(all_boxes({5, 0}, {1, 5}, 10).empty());
}

TEST(TileWalk, WithoutChunksRowsAreTakenTogether) {
  const auto boxes = all_boxes({7, 10}, {}, 35);
  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(boxes[0].count, (Shape{3, 10}));
  EXPECT_EQ(boxes[2].start, (Shape{6, 0}));
  EXPECT_EQ(boxes[2].count, (Shape{1, 10}));
}

TEST(TileWalk, WholeChunksAreTakenTogether) {
  const auto boxes = all_boxes({4, 10}, {2, 3}, 12);
  ASSERT_EQ(boxes.size(), 4U);
  EXPECT_EQ(boxes[0].count, (Shape{2, 6}));
  EXPECT_EQ(boxes[1].start, (Shape{0, 6}));
  EXPECT_EQ(boxes[1].count, (Shape{2, 4}));
}

TEST(TileWalk, AChunkOverTheBudgetIsFinishedBeforeTheNext) {
  const auto boxes = all_boxes({4, 8}, {4, 4}, 4);
  ASSERT_EQ(boxes.size(), 8U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(boxes[i].start[1], 4U);
  for (std::size_t i = 4; i < 8; ++i) EXPECT_GE(boxes[i].start[1], 4U);
}

/// Visits every value exactly once; no box exceeds the budget, and each consists of whole chunks or
/// lies inside one.
TEST(TileWalk, CoversEveryValueOnceWithinTheBudget) {
  std::mt19937 random(7);
  const auto upto = [&](std::size_t most) { return std::size_t{1} + random() % most; };
  for (int round = 0; round < 2000; ++round) {
    Shape shape(upto(4));
    Shape chunk;
    const bool chunked = random() % 4 != 0;
    for (std::size_t& length : shape) {
      length = upto(9);
      if (chunked) chunk.push_back(upto(length + 2));
    }
    const std::size_t most = upto(60);
    std::size_t total = 1;
    for (const std::size_t length : shape) total *= length;

    std::vector<int> seen(total, 0);
    for (const model::Box& box : all_boxes(shape, chunk, most)) {
      ASSERT_LE(box.value_count(), most);
      bool whole = true;
      bool inside = true;
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        const std::size_t end = box.start[i] + box.count[i];
        whole = whole && box.start[i] % chunk[i] == 0 && (end % chunk[i] == 0 || end == shape[i]);
        inside = inside && box.start[i] / chunk[i] == (end - 1) / chunk[i];
      }
      ASSERT_TRUE(whole || inside);
      Shape at = box.start;
      for (std::size_t n = 0; n < box.value_count(); ++n) {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) offset = offset * shape[i] + at[i];
        ++seen[offset];
        for (std::size_t i = shape.size(); i-- > 0;) {
          if (++at[i] < box.start[i] + box.count[i]) break;
          at[i] = box.start[i];
        }
      }
    }
    ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
  }
}

}  // namespace
}  // namespace ncf::transcode
