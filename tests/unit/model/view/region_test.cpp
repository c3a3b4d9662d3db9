// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/view/region.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace ncf::model {
namespace {

/// Draws the grid of a variable that consists of parts of several sources.
class GridMaker {
 public:
  explicit GridMaker(unsigned seed) : random_(seed) {}

  std::size_t number(std::size_t least, std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(least, most)(random_);
  }

  RegionGrid make() {
    RegionGrid grid;
    const std::size_t rank = number(1, 3);
    if (number(0, 1) == 1) grid.joined_axis = number(0, rank - 1);
    grid.is_new_axis = grid.joined_axis && number(0, 2) == 0;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      grid.axes.push_back(make_axis(grid.is_new_axis && axis == grid.joined_axis));
    }
    return grid;
  }

  Box box_in(const RegionGrid& grid) {
    Box box;
    for (const auto& axis : grid.axes) {
      const std::size_t length = axis.back().to + axis.back().count;
      box.start.push_back(number(0, length - 1));
      box.count.push_back(number(1, length - box.start.back()));
    }
    return box;
  }

 private:
  std::vector<Segment> make_axis(bool is_new) {
    std::vector<Segment> axis;
    std::size_t to = 0;
    for (std::size_t i = number(1, 3); i > 0; --i) {
      const Segment segment{to, is_new ? 1 : number(1, 6), is_new ? 0 : number(0, 9),
                            is_new ? 1 : number(1, 4)};
      to += segment.count;
      axis.push_back(segment);
    }
    return axis;
  }

  std::mt19937 random_;
};

template <class Visit>
void each_index(const std::vector<std::size_t>& count, const Visit& visit) {
  std::vector<std::size_t> index(count.size(), 0);
  for (std::size_t i = 0; i < value_count(count); ++i) {
    visit(indices_of({std::vector<std::size_t>(count.size(), 0), count}, i));
  }
}

// Each element of a box is in one cell, at the place in its chunk that its position in the source
// implies.
TEST(Region, CellsCoverABoxOnce) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    GridMaker maker(seed);
    const RegionGrid grid = maker.make();
    const Box box = maker.box_in(grid);
    std::vector<std::size_t> chunk(grid.axes.size() - (grid.is_new_axis ? 1 : 0));
    for (std::size_t& length : chunk) length = maker.number(1, 7);
    std::set<std::vector<std::size_t>> seen;
    const auto [begin, end] = segments_of(grid, box);
    for (std::size_t segment = begin; segment < end; ++segment) {
      for_each_cell(grid, segment, box, chunk, [&](const Cell& cell) {
        each_index(cell.box.count, [&](std::vector<std::size_t> index) {
          std::vector<std::size_t> element = index;
          for (std::size_t i = 0; i < element.size(); ++i) element[i] += cell.box.start[i];
          EXPECT_TRUE(contains(box, element)) << seed;
          EXPECT_TRUE(seen.insert(element).second) << seed;
          EXPECT_EQ(grid.joined_segment(element), segment) << seed;
          if (grid.is_new_axis) index.erase(index.begin() + std::ptrdiff_t(*grid.joined_axis));
          const auto position = grid.position_in_source(element);
          for (std::size_t i = 0; i < position.size(); ++i) {
            const std::size_t in_chunk = cell.in_chunk.first[i] + index[i] * cell.in_chunk.step[i];
            EXPECT_EQ(position[i], cell.chunk.start[i] + in_chunk) << seed;
            EXPECT_LT(in_chunk, chunk[i]) << seed;
            EXPECT_EQ(cell.chunk.start[i] % chunk[i], 0U) << seed;
          }
          EXPECT_TRUE(contains(cell.in_source, position)) << seed;
          const auto in_view = grid.find_in_view(position, segment);
          ASSERT_TRUE(in_view) << seed;
          EXPECT_EQ(grid.position_in_source(*in_view), position) << seed;
        });
      });
    }
    EXPECT_EQ(seen.size(), box.value_count()) << seed;
  }
}

TEST(Region, FitsWholeChunks) {
  const auto fits = [](std::vector<Segment> axis, std::size_t chunk,
                       std::vector<std::vector<std::size_t>> extents) {
    RegionGrid grid{{std::move(axis)}};
    if (extents.size() > 1) grid.joined_axis = 0;
    return fits_chunks(grid, {chunk}, extents);
  };
  EXPECT_TRUE(fits({{0, 10, 0, 1}}, 4, {{10}}));
  EXPECT_TRUE(fits({{0, 4, 4, 1}}, 4, {{10}}));
  EXPECT_TRUE(fits({{0, 6, 4, 1}}, 4, {{10}}));
  EXPECT_FALSE(fits({{0, 5, 4, 1}}, 4, {{10}})) << "the last chunk has elements that are left out";
  EXPECT_FALSE(fits({{0, 4, 2, 1}}, 4, {{10}})) << "begins within a chunk";
  EXPECT_FALSE(fits({{0, 4, 0, 2}}, 4, {{10}})) << "leaves out elements";
  EXPECT_TRUE(fits({{0, 4, 8, 1}, {4, 4, 0, 1}}, 4, {{12}})) << "in another order";
  EXPECT_TRUE(fits({{0, 8, 0, 1}, {8, 6, 0, 1}}, 4, {{8}, {6}}));
  EXPECT_FALSE(fits({{0, 6, 0, 1}, {6, 8, 0, 1}}, 4, {{6}, {8}}));
}

TEST(Region, IsAllOfASource) {
  const RegionGrid all{{{{0, 3, 0, 1}}, {{0, 2, 0, 1}}}};
  EXPECT_TRUE(all.is_all_of(std::vector<std::size_t>{3, 2}));
  EXPECT_FALSE(all.is_all_of(std::vector<std::size_t>{4, 2}));
  const RegionGrid empty{{{}}};
  EXPECT_TRUE(empty.is_all_of(std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace ncf::model
