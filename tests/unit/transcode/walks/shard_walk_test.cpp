// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ncf::transcode {
namespace {

using Numbers = std::vector<std::size_t>;

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
