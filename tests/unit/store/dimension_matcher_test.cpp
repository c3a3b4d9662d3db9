// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dimension_matcher.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ncf::store::netcdf4 {
namespace {

const std::vector<model::Group> root_alone{model::Group{}};

/// Returns a shape of fixed dimensions.
Shape shape_of(const std::vector<std::size_t>& lengths) { return {0, {lengths, lengths}, {}, {}}; }

HiddenAttributes with_id(int id) {
  HiddenAttributes hidden;
  hidden.is_scale = true;
  hidden.dimension_id = id;
  return hidden;
}

std::vector<std::string> names_of(const DimensionMatcher& matcher, std::size_t variable) {
  std::vector<std::string> names;
  const auto dimensions = matcher.dimensions();
  for (const model::DimensionId id : matcher.of_variables()[variable]) {
    names.push_back(dimensions[id].name);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(DimensionMatcher, IdsThatSeveralDimensionsHaveNameNone) {
  DimensionMatcher matcher;
  const Extent extent{{4}, {4}};
  constexpr haddr_t latitude = 100;
  constexpr haddr_t longitude = 200;
  matcher.add_scale(0, "lat", latitude, extent, with_id(0));
  matcher.add_scale(0, "lon", longitude, extent, with_id(0));
  Shape by_id = shape_of({4});
  by_id.hidden.dimension_ids = {0};
  Shape by_scale = by_id;
  by_scale.hidden.scales = {longitude};
  const auto why_not = matcher.match(root_alone, {by_scale, by_id});
  EXPECT_EQ(why_not,
            (Names{"", "is read without the dimension with id 0, which is defined twice"}));
  EXPECT_EQ(names_of(matcher, 0), (Names{"lon"}));
}

TEST(DimensionMatcher, LengthsThatNothingNamesAreMadeUp) {
  DimensionMatcher matcher;
  const auto why_not = matcher.match(root_alone, {shape_of({3, 3, 2}), shape_of({2, 3})});
  EXPECT_EQ(why_not, (Names{"", ""}));
  EXPECT_EQ(names_of(matcher, 0), (Names{"phony_dim_0", "phony_dim_1", "phony_dim_2"}));
  EXPECT_EQ(names_of(matcher, 1), (Names{"phony_dim_2", "phony_dim_0"}));
}

TEST(DimensionMatcher, MadeUpNamesAreFree) {
  DimensionMatcher matcher;
  matcher.add_scale(0, "phony_dim_1", 100, {{5}, {5}}, with_id(0));
  matcher.match(root_alone, {shape_of({3})});
  EXPECT_EQ(names_of(matcher, 0), Names{"phony_dim_2"});
}

TEST(DimensionMatcher, IdsAndScalesName) {
  DimensionMatcher matcher;
  matcher.add_scale(0, "y", 100, {{4}, {4}}, with_id(1));
  matcher.add_scale(0, "x", 200, {{4}, {4}}, with_id(0));
  Shape by_id = shape_of({4, 4});
  by_id.hidden.dimension_ids = {0, 1};
  Shape by_scale = shape_of({4, 4});
  by_scale.hidden.scales = {100, HADDR_UNDEF};
  matcher.match(root_alone, {by_id, by_scale});
  EXPECT_EQ(matcher.dimensions().front().name, "x");
  EXPECT_EQ(names_of(matcher, 0), (Names{"x", "y"}));
  EXPECT_EQ(names_of(matcher, 1), (Names{"y", "x"}));
}

TEST(DimensionMatcher, OneThatALaterAxisNamesIsNotTakenBefore) {
  DimensionMatcher matcher;
  matcher.add_scale(0, "x", 100, {{3}, {3}}, with_id(0));
  Shape shape = shape_of({3, 3});
  shape.hidden.scales = {HADDR_UNDEF, 100};
  matcher.match(root_alone, {shape});
  EXPECT_EQ(names_of(matcher, 0), (Names{"phony_dim_1", "x"}));
}

TEST(DimensionMatcher, OneOfAnotherLengthIsNotTaken) {
  DimensionMatcher matcher;
  matcher.add_scale(0, "x", 100, {{4}, {4}}, with_id(0));
  Shape shape = shape_of({3});
  shape.hidden.scales = {100};
  EXPECT_EQ(matcher.match(root_alone, {shape}),
            Names{"is read without dimension x, whose length is 4, not 3"});
  EXPECT_EQ(names_of(matcher, 0), Names{"phony_dim_1"});
}

TEST(DimensionMatcher, AnUnlimitedOneIsAsLongAsItsLongestVariable) {
  DimensionMatcher matcher;
  matcher.add_scale(0, "time", 100, {{7}, {model::unlimited}}, with_id(0));
  std::vector<Shape> shapes{shape_of({2}), shape_of({3})};
  for (Shape& shape : shapes) {
    shape.extent.most = {model::unlimited};
    shape.hidden.scales = {100};
  }
  matcher.match(root_alone, shapes);
  EXPECT_EQ(matcher.dimensions().front().length, 3U);
}

// libnetcdf numbers them in this order.
TEST(DimensionMatcher, InnerGroupsComeFirst) {
  const std::vector<model::Group> groups{model::Group{}, {"g", 0, {}}};
  Shape inner = shape_of({3});
  inner.group = 1;
  DimensionMatcher matcher;
  matcher.match(groups, {shape_of({3}), inner});
  EXPECT_EQ(names_of(matcher, 0), Names{"phony_dim_1"});
  EXPECT_EQ(names_of(matcher, 1), Names{"phony_dim_0"});
}

}  // namespace
}  // namespace ncf::store::netcdf4
