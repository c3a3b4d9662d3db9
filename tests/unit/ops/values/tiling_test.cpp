// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/tiling.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

using Shape = std::vector<std::size_t>;

constexpr std::uint64_t megabyte = 1'000'000;

TEST(Tiling, CutsNoChunkThatBothHave) {
  const TiledVariable variable{{100, 500, 1000}, {1, 500, 1000}, 4, true};
  const Tiling tiling = plan_tiling(variable, variable, {4, 1000 * megabyte, false});
  EXPECT_EQ(tiling.tiles.chunk_shape(), (Shape{1, 500, 1000}));
  EXPECT_EQ(tiling.threads, 4U);
}

TEST(Tiling, JoinsSmallChunks) {
  const TiledVariable variable{{1'000'000}, {100}, 4, true};
  const Tiling tiling = plan_tiling(variable, variable, {2, 1000 * megabyte, false});
  EXPECT_EQ(tiling.tiles.chunk_shape()[0] % 100, 0U);
  EXPECT_GT(tiling.tiles.chunk_shape()[0], 10'000U);
}

TEST(Tiling, LeavesSmallChunksSeparateIfAsked) {
  const TiledVariable variable{{1'000'000}, {100}, 4, true};
  const Tiling tiling =
      plan_tiling(variable, variable, {2, 1000 * megabyte, false}, SmallChunks::separate);
  EXPECT_EQ(tiling.tiles.chunk_shape(), Shape{100});
}

TEST(Tiling, FollowsTheChunksOfEither) {
  const TiledVariable chunked{{60, 80}, {30, 40}, 8, true};
  const TiledVariable contiguous{{60, 80}, {}, 4, false};
  for (const auto& [a, b] : {std::pair(chunked, contiguous), std::pair(contiguous, chunked)}) {
    const Tiling tiling = plan_tiling(a, b, {2, 1000 * megabyte, false});
    EXPECT_EQ(tiling.tiles.chunk_shape()[0] % 30, 0U);
    EXPECT_EQ(tiling.tiles.chunk_shape()[1] % 40, 0U);
  }
}

TEST(Tiling, CoversAScalarByOneTile) {
  const TiledVariable scalar{{}, {}, 8, false};
  EXPECT_EQ(plan_tiling(scalar, scalar, {2, megabyte, true}).tiles.chunk_count(), 1U);
}

TEST(Tiling, KeepsToTheMemoryWithFewerThreadsAndSmallerTiles) {
  const TiledVariable by_time{{1000, 100, 100}, {1, 100, 100}, 4, true};
  const TiledVariable by_place{{1000, 100, 100}, {1000, 5, 5}, 4, true};
  for (const std::uint64_t limit : {3 * megabyte, 10 * megabyte, 50 * megabyte, 500 * megabyte}) {
    const Tiling same = plan_tiling(by_time, by_time, {8, limit, true});
    EXPECT_LE(same.peak_bytes, limit);
    EXPECT_EQ(same.tiles.chunk_shape()[1], 100U);
  }
  EXPECT_LT(plan_tiling(by_time, by_time, {8, megabyte, true}).threads, 8U);
  const TiledVariable whole{{1000, 100, 100}, {1000, 100, 100}, 4, true};
  const Tiling least = plan_tiling(by_time, whole, {8, megabyte, true});
  EXPECT_GT(least.peak_bytes, megabyte);
  EXPECT_EQ(least.threads, 1U);
}

TEST(Tiling, IsOneTileWhereThereIsMemoryForAll) {
  const TiledVariable by_time{{1000, 100, 100}, {1, 100, 100}, 4, true};
  const TiledVariable by_place{{1000, 100, 100}, {1000, 5, 5}, 4, true};
  const Tiling crossed = plan_tiling(by_time, by_place, {2, 5 * megabyte, true});
  EXPECT_LE(crossed.peak_bytes, 5 * megabyte);
  EXPECT_GT(crossed.tiles.chunk_count(), 1U);
  const Tiling ample = plan_tiling(by_time, by_place, {2, 1000 * megabyte, true});
  EXPECT_EQ(ample.tiles.chunk_count(), 1U);
}

}  // namespace
}  // namespace ncf::ops
