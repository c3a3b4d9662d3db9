// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/tile_plan.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ncf::transcode {
namespace {

using model::ChunkGrid;

using Shape = std::vector<std::size_t>;

TilePlan plan(const Shape& extent, const Shape& from, const Shape& to, std::uint64_t max_bytes,
              std::uint64_t grain_bytes = 0) {
  return plan_tiles({extent, from}, {extent, to},
                    {.element_bytes = 4, .max_bytes = max_bytes, .grain_bytes = grain_bytes});
}

/// Counts the expected TilePlan::decodes.
std::uint64_t count_decodes(const Shape& extent, const Shape& from, const Shape& tile) {
  const ChunkGrid source(extent, from);
  const ChunkGrid tiles(extent, tile);
  std::uint64_t decodes = 0;
  for (std::size_t i = 0; i < tiles.chunk_count(); ++i) {
    decodes += source.chunks_of(tiles.within(tiles.chunk_box(i))).size();
  }
  return decodes;
}

TEST(TilePlan, EqualChunksAreTilesOfTheirOwn) {
  const TilePlan tiles = plan({100, 50, 50}, {10, 50, 50}, {10, 50, 50}, 1U << 30U);
  EXPECT_EQ(tiles.shape, (Shape{10, 50, 50}));
  EXPECT_EQ(tiles.source_chunks, 10U);
  EXPECT_EQ(tiles.decodes, 10U);
}

TEST(TilePlan, SmallChunksAreJoined) {
  const TilePlan tiles = plan({1000000}, {100}, {100}, 1U << 30U, 40000);
  EXPECT_EQ(tiles.tile_bytes, 25600U);
  EXPECT_EQ(tiles.decodes, tiles.source_chunks);
}

TEST(TilePlan, ATimeSeriesTakesWholeFieldsOfOneLevel) {
  const TilePlan tiles =
      plan({60, 10, 180, 360}, {1, 1, 180, 360}, {60, 1, 20, 36}, std::uint64_t{1} << 32U);
  EXPECT_EQ(tiles.shape, (Shape{60, 1, 180, 360}));
  EXPECT_EQ(tiles.decodes, 600U);
}

TEST(TilePlan, LessMemoryDecodesMore) {
  const Shape extent{60, 10, 180, 360};
  std::uint64_t decodes = 0;
  for (const std::uint64_t megabytes : {64U, 8U, 4U, 2U, 1U}) {
    const TilePlan tiles = plan(extent, {1, 1, 180, 360}, {60, 1, 20, 36}, megabytes << 20U);
    EXPECT_LE(tiles.tile_bytes, megabytes << 20U);
    EXPECT_GE(tiles.decodes, decodes);
    decodes = tiles.decodes;
  }
  EXPECT_GT(decodes, 600U);
}

TEST(TilePlan, OneChunkMayBeLargerThanTheLimit) {
  EXPECT_EQ(plan({100, 100}, {1, 100}, {100, 1}, 10).shape, (Shape{100, 1}));
}

TEST(TilePlan, NothingHasNoTiles) {
  const TilePlan tiles = plan({0, 5}, {1, 5}, {2, 5}, 1000);
  EXPECT_EQ(tiles.decodes, 0U);
  EXPECT_EQ(tiles.source_chunks, 0U);
}

TEST(TilePlan, AScalarIsOneTile) { EXPECT_EQ(plan({}, {}, {}, 1000).decodes, 1U); }

TEST(TilePlan, ManyDimensionsAreNoTrouble) {
  const Shape extent(12, 3);
  const TilePlan tiles = plan(extent, Shape(12, 2), Shape(12, 1), 1U << 20U);
  EXPECT_LE(tiles.tile_bytes, 1U << 20U);
}

TEST(TilePlan, KeepsItsLimitAndCountsItsDecodes) {
  std::mt19937 random(7);
  const auto number = [&](std::size_t from, std::size_t to) {
    return std::uniform_int_distribution<std::size_t>(from, to)(random);
  };
  for (int i = 0; i < 2000; ++i) {
    const std::size_t rank = number(1, 3);
    Shape extent;
    Shape from;
    Shape to;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      extent.push_back(number(1, 30));
      from.push_back(number(1, 12));
      to.push_back(number(1, 12));
    }
    const std::uint64_t max_bytes = number(1, 20000);
    const TilePlan tiles = plan(extent, from, to, max_bytes);
    ASSERT_EQ(tiles.decodes, count_decodes(extent, from, tiles.shape)) << i;
    std::uint64_t chunk_bytes = 4;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      ASSERT_EQ(tiles.shape[axis] % to[axis], 0U) << i;
      chunk_bytes *= to[axis];
    }
    ASSERT_LE(tiles.tile_bytes, std::max(max_bytes, chunk_bytes)) << i;
  }
}

TEST(TilePlan, WithoutChunksRunsAreLong) {
  const ChunkGrid source({500, 500, 500}, {1, 1, 500});
  const ChunkGrid target({500, 500, 500}, {100, 10, 10});
  const TilePlan tiles = plan_tiles(
      source, target,
      {.element_bytes = 4, .max_bytes = 8U << 20U, .grain_bytes = 0, .source_is_chunked = false});
  EXPECT_EQ(tiles.shape[2], 500U);
}

}  // namespace
}  // namespace ncf::transcode
