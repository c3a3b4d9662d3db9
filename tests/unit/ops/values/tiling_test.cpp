// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/tiling.hpp"

#include <gtest/gtest.h>

#include "support/memory_dataset.hpp"

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

// ---- Written tiles ----

using model::ChunkGrid;
using Chunks = std::vector<std::size_t>;

/// A variable of 100 bytes in chunks of 10, with a fill value.
class SparseVariable {
 public:
  /// stored: numbers of chunks. extent: the part of the 100 bytes that the file has.
  explicit SparseVariable(const Chunks& stored, std::size_t extent = 100)
      : dataset_(form_of(extent)) {
    dataset_.schema.dimensions = {{"x", 100}};
    dataset_.schema.variables[0].dimensions = {0};
    for (const std::size_t chunk : stored) {
      dataset_.chunks[{10 * chunk}] = {std::vector<std::byte>(10), 0};
    }
  }

  [[nodiscard]] model::StoredForm& form() { return dataset_.form; }
  [[nodiscard]] test::MemoryDataset& dataset() { return dataset_; }
  [[nodiscard]] std::optional<WrittenChunks> find() {
    return find_written_chunks({dataset_.source(), 0});
  }

 private:
  static model::StoredForm form_of(std::size_t extent) {
    model::StoredForm form;
    form.layout = model::Layout::chunked;
    form.extent = {extent};
    form.chunk_shape = {10};
    form.element_bytes = 1;
    form.fill = std::vector<std::byte>(1);
    return form;
  }

  test::MemoryDataset dataset_;
};

TEST(WrittenTiles, AreFoundEvenIfEveryChunkHasToBeLookedFor) {
  SparseVariable variable({2, 7});
  const auto written = variable.find();
  ASSERT_TRUE(written);
  EXPECT_EQ(written->chunks, (Chunks{2, 7}));
  EXPECT_EQ(variable.dataset().chunks_asked_for, 10U);
}

TEST(WrittenTiles, AreNotLookedForIfMostChunksAreStored) {
  SparseVariable variable({0, 1, 2, 3, 4, 5});
  EXPECT_FALSE(variable.find());
  EXPECT_EQ(variable.dataset().chunks_asked_for, 0U);
  EXPECT_TRUE(SparseVariable({0, 1, 2, 3, 4}).find());
}

TEST(WrittenTiles, AreFoundInAVariableThatEndsBeforeItsDimensions) {
  SparseVariable variable({1}, 35);
  const auto written = variable.find();
  ASSERT_TRUE(written);
  EXPECT_EQ(written->chunks, Chunks{1});
  variable.form().has_own_values_beyond = true;
  EXPECT_FALSE(variable.find());
  EXPECT_FALSE(SparseVariable({1}, 110).find());
  SparseVariable empty({}, 0);
  empty.form().has_own_values_beyond = true;
  EXPECT_TRUE(empty.find());
}

TEST(WrittenTiles, AreFoundIfTheFillValueIsUnknown) {
  SparseVariable variable({1});
  variable.form().fill.reset();
  EXPECT_TRUE(variable.find());
}

TEST(WrittenTiles, AreNoneInAContiguousVariableThatWasNeverWritten) {
  SparseVariable variable({});
  variable.form().layout = model::Layout::contiguous;
  variable.form().chunk_shape.clear();
  const auto written = variable.find();
  ASSERT_TRUE(written);
  EXPECT_TRUE(written->chunks.empty());
  variable.dataset().elements.resize(100);
  EXPECT_FALSE(variable.find());
  // For example a virtual dataset, whose values are elsewhere.
  variable.dataset().elements.clear();
  variable.form().layout = model::Layout::other;
  EXPECT_FALSE(variable.find());
}

TEST(WrittenTiles, AreThoseThatShareElementsWithChunksOfEither) {
  const WrittenChunks first{{{100}, {10}}, {0, 9}};
  const WrittenChunks second{{{45}, {20}}, {2}};
  EXPECT_EQ(find_written_tiles({first, second}, {{100}, {10}}), (Chunks{0, 4, 9}));
  EXPECT_EQ(find_written_tiles({first, second}, {{100}, {15}}), (Chunks{0, 2, 6}));
  EXPECT_EQ(find_written_tiles({first, first}, {{100}, {100}}), Chunks{0});
}

TEST(UnwrittenTiles, AreCountedWithoutWhatIsBeyondTheEnd) {
  const ChunkGrid tiles({100}, {15});  // the last one has 10 values
  const auto others = find_unwritten({0, 1, 6}, tiles);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->first_tile, 2U);
  EXPECT_EQ(others->value_count, 60U);
  EXPECT_EQ(find_unwritten({}, tiles)->value_count, 100U);
  EXPECT_FALSE(find_unwritten({0, 1, 2, 3, 4, 5, 6}, tiles));
}

TEST(UnwrittenTiles, AreRepresentedByTheFirst) {
  EXPECT_EQ(with_one_of({2, 60}, {0, 1, 6}), (Chunks{0, 1, 2, 6}));
  EXPECT_EQ(with_one_of({0, 100}, {}), Chunks{0});
}

TEST(TilesToCompare, AreThoseThatShowWhetherValuesAreEqual) {
  SparseVariable first({2});
  SparseVariable second({7});
  const ChunkGrid tiles({100}, {10});
  const auto find = [&](SparseVariable& a, SparseVariable& b) {
    return find_tiles_to_compare({a.dataset().source(), 0}, {b.dataset().source(), 0}, tiles);
  };
  EXPECT_EQ(find(first, second), (Chunks{0, 2, 7}));
  SparseVariable whole({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_FALSE(find(first, whole));
}

}  // namespace
}  // namespace ncf::ops
