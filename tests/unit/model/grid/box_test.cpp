// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace ncf::model {
namespace {

TEST(Box, CountsItsValues) {
  EXPECT_EQ((Box{{0, 0}, {2, 3}}.value_count()), 6U);
  EXPECT_EQ((Box{{5, 0}, {0, 3}}.value_count()), 0U);
  EXPECT_EQ((Box{{}, {}}.value_count()), 1U);  // a scalar
}

TEST(Box, WhatTwoShare) {
  EXPECT_EQ(intersection({{0, 2}, {4, 3}}, {{1, 0}, {9, 3}}).start,
            (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(intersection({{0, 2}, {4, 3}}, {{1, 0}, {9, 3}}).count,
            (std::vector<std::size_t>{3, 1}));
  EXPECT_EQ(intersection({{0}, {4}}, {{4}, {1}}).value_count(), 0U);
  EXPECT_EQ(intersection({{}, {}}, {{}, {}}).value_count(), 1U);
}

TEST(Box, WhatIsOutsideAPart) {
  const Box whole{{1, 2}, {4, 5}};
  std::vector<int> found(6 * 8, 0);
  const auto count = [&](const Box& box) {
    for (std::size_t i = 0; i < box.count[0]; ++i) {
      for (std::size_t j = 0; j < box.count[1]; ++j) {
        ++found[(box.start[0] + i) * 8 + box.start[1] + j];
      }
    }
  };
  const Box part{{2, 3}, {2, 2}};
  count(part);
  for (const Box& rest : difference(whole, part)) count(rest);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i], contains(whole, {i / 8, i % 8}) ? 1 : 0) << i;
  }
  EXPECT_TRUE(difference(whole, whole).empty());
  EXPECT_TRUE(difference({}, {}).empty());
}

TEST(Box, HoldsItsElementsAndNoOther) {
  const Box box{{2, 0}, {3, 4}};
  EXPECT_TRUE(contains(box, {2, 0}));
  EXPECT_TRUE(contains(box, {4, 3}));
  EXPECT_FALSE(contains(box, {1, 0}));
  EXPECT_FALSE(contains(box, {5, 0}));
  EXPECT_FALSE(contains(box, {4, 4}));
  EXPECT_TRUE(contains({}, {}));
}

using Data = std::vector<std::byte>;

/// Returns where an element of `box` lies in memory, counted in elements.
std::size_t place_in(const Box& box, const std::vector<std::size_t>& element) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < element.size(); ++i) {
    place = place * box.count[i] + element[i] - box.start[i];
  }
  return place;
}

template <class Visit>
void each_element(const Box& box, Visit visit) {
  if (box.value_count() == 0) return;
  std::vector<std::size_t> element = box.start;
  for (;;) {
    visit(element);
    std::size_t i = element.size();
    while (i > 0 && ++element[i - 1] == box.start[i - 1] + box.count[i - 1]) {
      element[i - 1] = box.start[i - 1];
      --i;
    }
    if (i == 0) return;
  }
}

class Maker {
 public:
  std::size_t number(std::size_t from, std::size_t to) {
    return std::uniform_int_distribution<std::size_t>(from, to)(random_);
  }
  Box box(std::size_t rank) {
    Box box;
    for (std::size_t i = 0; i < rank; ++i) {
      box.start.push_back(number(0, 4));
      box.count.push_back(number(1, 5));
    }
    return box;
  }
  Data bytes(std::size_t count) {
    Data data(count);
    for (std::byte& byte : data) byte = static_cast<std::byte>(number(0, 255));
    return data;
  }

 private:
  std::mt19937 random_{20260101};
};

TEST(Block, EveryElementOfAPartGoesToItsPlace) {
  Maker make;
  for (int i = 0; i < 5000; ++i) {
    const std::size_t rank = make.number(0, 4);
    const Box from = make.box(rank);
    const Box to = make.box(rank);
    const std::size_t bytes = std::array<std::size_t, 7>{1, 2, 3, 4, 8, 12, 16}[make.number(0, 6)];
    const Element element{bytes, make.number(0, 1) == 1};
    const Box part = intersection(from, to);
    const Data source = make.bytes(from.value_count() * bytes);
    const Data before = make.bytes(to.value_count() * bytes);
    Data expected = before;
    each_element(part, [&](const auto& place) {
      auto* target = &expected[place_in(to, place) * bytes];
      std::copy_n(&source[place_in(from, place) * bytes], bytes, target);
      if (element.is_swapped) std::reverse(target, target + bytes);
    });
    Data target = before;
    copy_part(part, from, source.data(), to, target.data(), element);
    ASSERT_EQ(target, expected) << i;
  }
}

TEST(Block, RunsCoverAPart) {
  Maker make;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t rank = make.number(0, 4);
    const Box from = make.box(rank);
    const Box to = make.box(rank);
    const Box part = intersection(from, to);
    std::vector<std::pair<std::size_t, std::size_t>> expected;
    each_element(part, [&](const auto& place) {
      expected.emplace_back(place_in(from, place), place_in(to, place));
    });
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for_each_run(part, from, to, [&](const model::Run& run) {
      for (std::size_t k = 0; k < run.count; ++k) places.emplace_back(run.from + k, run.to + k);
    });
    ASSERT_EQ(places, expected) << i;
  }
}

TEST(Block, EveryElementOfAPartIsFilled) {
  Maker make;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t rank = make.number(0, 4);
    const Box to = make.box(rank);
    const Box part = intersection(make.box(rank), to);
    const Data value = make.bytes(make.number(1, 9));
    const Data before = make.bytes(to.value_count() * value.size());
    Data expected = before;
    each_element(part, [&](const auto& place) {
      std::copy(value.begin(), value.end(), &expected[place_in(to, place) * value.size()]);
    });
    Data target = before;
    fill_part(part, value, to, target.data());
    ASSERT_EQ(target, expected) << i;
  }
}

TEST(Block, ElementsAreSwappedInPlace) {
  Data data;
  for (int i = 0; i < 12; ++i) data.push_back(static_cast<std::byte>(i));
  Data swapped = data;
  swap_elements(swapped, 4);
  EXPECT_EQ(swapped[0], std::byte{3});
  EXPECT_EQ(swapped[11], std::byte{8});
  swap_elements(swapped, 4);
  EXPECT_EQ(swapped, data);
  swap_elements(swapped, 1);
  EXPECT_EQ(swapped, data);
}

}  // namespace
}  // namespace ncf::model
