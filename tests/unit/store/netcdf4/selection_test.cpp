// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/selection.hpp"

#include <gtest/gtest.h>

namespace ncf::store::netcdf4 {
namespace {

using Lengths = std::vector<std::size_t>;

constexpr std::size_t mebi = std::size_t{1} << 20;

std::size_t cache_bytes(const Lengths& shape, const Lengths& chunk, const Lengths& box) {
  return chunk_cache_for(shape, chunk, 1, {Lengths(shape.size(), 0), box}).size_bytes;
}

TEST(ChunkCache, WholeChunksNeedNone) {
  EXPECT_EQ(cache_bytes({100, 100}, {10, 10}, {10, 10}), 0U);
  EXPECT_EQ(cache_bytes({100, 100}, {10, 10}, {20, 50}), 0U);
  EXPECT_EQ(cache_bytes({100, 95}, {10, 10}, {10, 95}), 0U);  // up to the end
  EXPECT_EQ(cache_bytes({}, {}, {}), 0U);
}

TEST(ChunkCache, CutRowsKeepTheWholeSlab) {
  // Chunks of 10 rows are read in boxes of one row: a slab of 10 chunks is read 10 times.
  EXPECT_EQ(cache_bytes({100, 100}, {10, 10}, {1, 100}), 20U * 100);
  // Boxes that hold whole rows of chunks but cut columns: two chunks side by side.
  EXPECT_EQ(cache_bytes({100, 100}, {10, 10}, {10, 5}), 2U * 100);
  // If one chunk spans a dimension, only that chunk is kept.
  EXPECT_EQ(cache_bytes({100, 10}, {100, 10}, {1, 10}), 1U * 1000);
}

TEST(ChunkCache, SlowerDimensionsCountAsInTheBox) {
  EXPECT_EQ(cache_bytes({100, 100, 100}, {10, 10, 10}, {20, 1, 100}), 2U * 2 * 10 * 1000);
}

TEST(ChunkCache, ValuesHaveTheirSize) {
  EXPECT_EQ(chunk_cache_for({100}, {10}, 8, {{0}, {5}}).size_bytes, 2U * 10 * 8);
}

TEST(ChunkCache, GrowingDimensionsCountAsTheBoxMakesThem) {
  EXPECT_EQ(chunk_cache_for({0, 100}, {1, 10}, 1, {{7, 0}, {1, 15}}).size_bytes, 3U * 10);
}

TEST(ChunkCache, HasALimit) {
  EXPECT_EQ(cache_bytes({1000, 100000, 1000}, {10, 10, 10}, {1, 100000, 1000}),
            256 * mebi / 1000 * 1000);
  // A chunk above the limit is kept too, because otherwise each box would decode it again.
  EXPECT_EQ(cache_bytes({512 * mebi}, {512 * mebi}, {mebi}), 512 * mebi);
}

TEST(ChunkCache, SlotsArePlentyAndBounded) {
  EXPECT_EQ(chunk_cache_for({100}, {10}, 1, {{0}, {5}}).slots, 521U);
  EXPECT_EQ(chunk_cache_for({4000}, {10}, 1, {{0}, {5}}).slots, 521U);
  EXPECT_EQ(chunk_cache_for({100, 4000}, {10, 10}, 1, {{0, 0}, {1, 4000}}).slots, 262147U);
  EXPECT_EQ(chunk_cache_for({100, 1 << 20}, {10, 1}, 1, {{0, 0}, {1, 1 << 20}}).slots, 1048583U);
}

}  // namespace
}  // namespace ncf::store::netcdf4
