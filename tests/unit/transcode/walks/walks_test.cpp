// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace ncf::transcode {
namespace {

using Shape = std::vector<std::size_t>;

template <class Walk>
std::vector<model::Box> all_boxes(const Shape& shape, const Shape& chunk, std::size_t most) {
  std::vector<model::Box> boxes;
  Walk walk(shape, chunk, most);
  while (auto box = walk.next()) boxes.push_back(*box);
  return boxes;
}

TEST(TileWalk, AScalarIsOneBox) {
  const auto boxes = all_boxes<TileWalk>({}, {}, 10);
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_TRUE(boxes[0].start.empty());
  EXPECT_TRUE(boxes[0].count.empty());
}

TEST(TileWalk, AnEmptyVariableHasNoBox) {
  EXPECT_TRUE(all_boxes<TileWalk>({0, 5}, {}, 10).empty());
  EXPECT_TRUE(all_boxes<TileWalk>({5, 0}, {1, 5}, 10).empty());
}

TEST(TileWalk, WithoutChunksRowsAreTakenTogether) {
  const auto boxes = all_boxes<TileWalk>({7, 10}, {}, 35);
  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(boxes[0].count, (Shape{3, 10}));
  EXPECT_EQ(boxes[2].start, (Shape{6, 0}));
  EXPECT_EQ(boxes[2].count, (Shape{1, 10}));
}

TEST(TileWalk, WholeChunksAreTakenTogether) {
  const auto boxes = all_boxes<TileWalk>({4, 10}, {2, 3}, 12);
  ASSERT_EQ(boxes.size(), 4U);
  EXPECT_EQ(boxes[0].count, (Shape{2, 6}));
  EXPECT_EQ(boxes[1].start, (Shape{0, 6}));
  EXPECT_EQ(boxes[1].count, (Shape{2, 4}));
}

TEST(TileWalk, AChunkOverTheBudgetIsFinishedBeforeTheNext) {
  const auto boxes = all_boxes<TileWalk>({4, 8}, {4, 4}, 4);
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
    for (const model::Box& box : all_boxes<TileWalk>(shape, chunk, most)) {
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

TEST(COrderWalk, AScalarIsOneBox) { EXPECT_EQ(all_boxes<COrderWalk>({}, {}, 1).size(), 1U); }

TEST(COrderWalk, AnEmptyVariableHasNoBox) {
  EXPECT_TRUE(all_boxes<COrderWalk>({0, 5}, {}, 10).empty());
  EXPECT_TRUE(all_boxes<COrderWalk>({5, 0}, {1, 5}, 10).empty());
}

TEST(COrderWalk, BoxesEndWhereChunksEnd) {
  const auto boxes = all_boxes<COrderWalk>({10, 4}, {3, 4}, 32);
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
    for (const model::Box& box : all_boxes<COrderWalk>(shape, i % 2 == 0 ? chunk : Shape{}, most)) {
      EXPECT_LE(box.value_count(), most);
      for (const std::size_t place : places(box, shape)) EXPECT_EQ(place, next++);
    }
    std::size_t values = 1;
    for (const std::size_t length : shape) values *= length;
    EXPECT_EQ(next, values);
  }
}

// ---- Chunks ahead ----

using Numbers = std::vector<std::size_t>;

/// A source of one variable with chunks of one value, which holds only a few announced ones.
class FarSource final : public model::Source {
 public:
  explicit FarSource(std::size_t most) : Source("far"), most_(most) {
    schema_.variables.emplace_back().name = "v";
  }

  [[nodiscard]] const model::Schema& schema() const override { return schema_; }

  bool announce(model::VariableId /*variable*/, std::span<const std::size_t> offset) override {
    if (held_.size() == most_) return false;
    held_.insert(offset[0]);
    ++requests_;
    return true;
  }

  void find(std::size_t chunk) {
    if (held_.erase(chunk) == 0) ++requests_;
  }

  [[nodiscard]] const std::set<std::size_t>& held() const { return held_; }
  [[nodiscard]] std::size_t requests() const { return requests_; }

 private:
  void do_read(model::VariableId /*variable*/, const model::Box& /*box*/,
               model::Values& /*values*/) override {}

  std::size_t most_;
  model::Schema schema_;
  std::set<std::size_t> held_;
  std::size_t requests_ = 0;
};

/// Returns groups of `size` chunks, of `count` in all.
ChunksAhead::Groups groups_of(std::size_t size, std::size_t count) {
  return [=, begin = std::size_t{0}]() mutable -> std::optional<Numbers> {
    if (begin >= count) return std::nullopt;
    Numbers group;
    for (; group.size() < size && begin < count; ++begin) group.push_back(begin);
    return group;
  };
}

ChunksAhead ahead_of(FarSource& source, std::size_t size, std::size_t count) {
  return {source, 0, model::ChunkGrid({count}, {1}), groups_of(size, count)};
}

// Also in groups that are larger than what the source holds.
TEST(ChunksAhead, EachChunkIsRequestedOnceAndBeforeItIsFound) {
  for (const std::size_t size : {1U, 3U, 7U, 50U}) {
    FarSource source(5);
    ChunksAhead ahead = ahead_of(source, size, 50);
    for (std::size_t chunk = 0; chunk < 50; ++chunk) {
      if (chunk % size == 0) ahead.begin_group();
      ahead.will_find(chunk);
      EXPECT_TRUE(source.held().contains(chunk)) << size << ": " << chunk;
      source.find(chunk);
    }
    EXPECT_EQ(source.requests(), 50U) << size;
    EXPECT_TRUE(source.held().empty()) << size;
  }
}

// A group is not announced if some of its chunks were already found without an announcement.
TEST(ChunksAhead, WhatWasFoundIsNotAnnouncedLater) {
  FarSource source(2);
  ChunksAhead ahead = ahead_of(source, 4, 12);
  for (std::size_t chunk = 0; chunk < 12; ++chunk) {
    if (chunk % 4 == 0) ahead.begin_group();
    source.find(chunk);
    for (const std::size_t held : source.held()) EXPECT_GT(held, chunk);
  }
  EXPECT_TRUE(source.held().empty());
}

Numbers walked(const model::ChunkGrid& grid, const Numbers& shard_shape, std::size_t most = 1000) {
  Numbers numbers;
  ShardWalk walk(grid, shard_shape);
  while (numbers.size() < most) {
    const auto number = walk.next();
    if (!number) break;
    numbers.push_back(*number);
  }
  return numbers;
}

TEST(ShardWalk, WithoutShardsItIsInCOrder) {
  EXPECT_EQ(walked({{4, 5}, {2, 3}}, {}), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(walked({{4, 5}, {2, 3}}, {}, 2), (Numbers{0, 1}));
}

TEST(ShardWalk, TheChunksOfAShardComeTogether) {
  EXPECT_EQ(walked({{4, 7}, {1, 2}}, {2, 4}),
            (Numbers{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}));
  EXPECT_EQ(walked({{4, 7}, {1, 2}}, {2, 4}, 5), (Numbers{0, 1, 4, 5, 2}));
}

// Tiles need not end where shards do.
TEST(ShardWalk, EachTileComesOnce) {
  for (const Numbers& tile : {Numbers{3, 5}, Numbers{9, 2}, Numbers{1, 11}}) {
    const model::ChunkGrid tiles({10, 11}, tile);
    Numbers numbers = walked(tiles, {4, 4});
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbers.size(), tiles.chunk_count());
    EXPECT_EQ(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
}

TEST(ShardWalk, VisitsSomeChunksOfAHugeGrid) {
  const auto walked_some = [](const Numbers& shard_shape) {
    ShardWalk walk({{1'000'000, 1'000'000}, {1, 1}}, shard_shape,
                   Numbers{1, 5, 1'000'002, 999'999'999'999});
    Numbers numbers;
    while (const auto number = walk.next()) numbers.push_back(*number);
    return numbers;
  };
  EXPECT_EQ(walked_some({}), (Numbers{1, 5, 1'000'002, 999'999'999'999}));
  EXPECT_EQ(walked_some({2, 4}), (Numbers{1, 1'000'002, 5, 999'999'999'999}));
}

TEST(ShardWalk, AHugeGridIsNotKept) {
  EXPECT_EQ(walked({{1'000'000'000'000}, {1}}, {}, 2), (Numbers{0, 1}));
  EXPECT_EQ(walked({{1'000'000'000'000}, {1}}, {2}, 3), (Numbers{0, 1, 2}));
}

}  // namespace
}  // namespace ncf::transcode
