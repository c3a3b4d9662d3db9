// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/chunk_grid.hpp"

#include <gtest/gtest.h>

namespace ncf::model {
namespace {

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
