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

using Shape = std::vector<std::size_t>;

TEST(SlabShape, IsTheLargestWithoutJumps) {
  EXPECT_EQ(slab_shape({100, 50, 20}, 4, 4000), (Shape{1, 50, 20}));
  EXPECT_EQ(slab_shape({100, 50, 20}, 4, 8000), (Shape{2, 50, 20}));
  EXPECT_EQ(slab_shape({100, 50, 20}, 4, 7000), (Shape{1, 50, 20}));
  EXPECT_EQ(slab_shape({100, 50, 20}, 4, 400), (Shape{1, 5, 20}));
  EXPECT_EQ(slab_shape({100, 50, 20}, 4, 1), (Shape{1, 1, 1}));
  EXPECT_EQ(slab_shape({}, 8, 1), Shape());
}

TEST(SlabShape, IsOfWholeChunks) {
  EXPECT_EQ(slab_of_chunks({100, 50}, {10, 20}, 4, 1600), (Shape{10, 40}));
  EXPECT_EQ(slab_of_chunks({100, 50}, {10, 20}, 4, 4800), (Shape{20, 60}));
  EXPECT_EQ(slab_of_chunks({100, 50}, {10, 20}, 4, 1), (Shape{10, 20}));
  EXPECT_EQ(slab_of_chunks({}, {}, 8, 1), Shape());
}

}  // namespace
}  // namespace ncf::model
