// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/chunk_grid.hpp"

#include <gtest/gtest.h>

namespace ncf::model {
namespace {

using Shape = std::vector<std::size_t>;

TEST(ChunkGrid, AScalarIsOneChunk) {
  const ChunkGrid grid({}, {});
  EXPECT_EQ(grid.chunk_count(), 1U);
  EXPECT_EQ(grid.offset(0), Shape());
}

TEST(ChunkGrid, NothingHasNoChunks) { EXPECT_EQ(ChunkGrid({0, 5}, {2, 2}).chunk_count(), 0U); }

TEST(ChunkGrid, GoesInCOrderAndCoversTheEdges) {
  const ChunkGrid grid({5, 4}, {2, 3});
  const std::vector<Shape> expected{{0, 0}, {0, 3}, {2, 0}, {2, 3}, {4, 0}, {4, 3}};
  ASSERT_EQ(grid.chunk_count(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(grid.offset(i), expected[i]) << i;
}

TEST(ChunkGrid, AChunkMayBeLargerThanTheExtent) {
  const ChunkGrid grid({3}, {100});
  EXPECT_EQ(grid.chunk_count(), 1U);
  EXPECT_EQ(grid.offset(0), Shape{0});
}

TEST(ChunkGrid, FindsChunksByTheirElements) {
  const ChunkGrid grid({5, 4}, {2, 3});
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    EXPECT_EQ(grid.find_chunk_at(grid.offset(i)), i);
  }
  EXPECT_EQ(grid.find_chunk_at(Shape{3, 2}), 2U);
  EXPECT_EQ(grid.find_chunk_at(Shape{3, 4}), std::nullopt);
  EXPECT_EQ(ChunkGrid({}, {}).find_chunk_at({}), 0U);
}

}  // namespace
}  // namespace ncf::model
