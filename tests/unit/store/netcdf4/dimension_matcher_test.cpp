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
Shape shape_of(const std::vector<std::size_t>& lengths) {
  return {0, {}, {lengths, lengths}, {}, {}};
}

Shape scale_of(const std::string& name, haddr_t address, std::size_t length, int id) {
  Shape scale = shape_of({length});
  scale.object = {name, {address, {}}, {0, address}};
  scale.hidden.is_scale = true;
  scale.hidden.dimension_id = id;
  return scale;
}

/// Returns the same dataset in a file that the file with the dimensions links to.
Shape elsewhere(Shape shape) {
  shape.object.place = {HADDR_UNDEF, "/link"};
  shape.object.identity.file = 1;
  return shape;
}

/// The dimensions of scales and variables that are given one after the other.
class DimensionMatcher {
 public:
  void add_scale(const Shape& scale) { scales_.push_back(scale); }

  std::vector<std::vector<std::string>> match(const std::vector<model::Group>& groups,
                                              const std::vector<Shape>& variables) {
    matched_ = match_dimensions(groups, scales_, variables);
    return matched_.notes;
  }
  [[nodiscard]] const std::vector<model::Dimension>& dimensions() const {
    return matched_.dimensions;
  }
  [[nodiscard]] const std::vector<std::string>& lost_lengths() const {
    return matched_.lost_lengths;
  }
  [[nodiscard]] const std::vector<std::vector<model::DimensionId>>& of_variables() const {
    return matched_.of_variables;
  }

 private:
  std::vector<Shape> scales_;
  MatchedDimensions matched_;
};

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
  constexpr haddr_t latitude = 100;
  constexpr haddr_t longitude = 200;
  matcher.add_scale(scale_of("lat", latitude, 4, 0));
  matcher.add_scale(scale_of("lon", longitude, 4, 0));
  Shape by_id = shape_of({4});
  by_id.hidden.dimension_ids = {0};
  Shape by_scale = by_id;
  by_scale.hidden.scales = {longitude};
  const auto notes = matcher.match(root_alone, {by_scale, by_id});
  EXPECT_EQ(notes, (std::vector<Names>{
                       {}, {"is read without the dimension with id 0, which is defined twice"}}));
  EXPECT_EQ(names_of(matcher, 0), (Names{"lon"}));
}

TEST(DimensionMatcher, LengthsThatNothingNamesAreMadeUp) {
  DimensionMatcher matcher;
  const auto notes = matcher.match(root_alone, {shape_of({3, 3, 2}), shape_of({2, 3})});
  EXPECT_EQ(notes, std::vector<Names>(2));
  EXPECT_EQ(names_of(matcher, 0), (Names{"phony_dim_0", "phony_dim_1", "phony_dim_2"}));
  EXPECT_EQ(names_of(matcher, 1), (Names{"phony_dim_2", "phony_dim_0"}));
}

TEST(DimensionMatcher, MadeUpNamesAreFree) {
  DimensionMatcher matcher;
  matcher.add_scale(scale_of("phony_dim_1", 100, 5, 0));
  matcher.match(root_alone, {shape_of({3})});
  EXPECT_EQ(names_of(matcher, 0), Names{"phony_dim_2"});
}

TEST(DimensionMatcher, IdsAndScalesName) {
  DimensionMatcher matcher;
  matcher.add_scale(scale_of("y", 100, 4, 1));
  matcher.add_scale(scale_of("x", 200, 4, 0));
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
  matcher.add_scale(scale_of("x", 100, 3, 0));
  Shape shape = shape_of({3, 3});
  shape.hidden.scales = {HADDR_UNDEF, 100};
  matcher.match(root_alone, {shape});
  EXPECT_EQ(names_of(matcher, 0), (Names{"phony_dim_1", "x"}));
}

TEST(DimensionMatcher, OneOfAnotherLengthIsNotTaken) {
  DimensionMatcher matcher;
  matcher.add_scale(scale_of("x", 100, 4, 0));
  Shape shape = shape_of({3});
  shape.hidden.scales = {100};
  EXPECT_EQ(matcher.match(root_alone, {shape}),
            std::vector<Names>{Names{"is read without dimension x, whose length is 4, not 3"}});
  EXPECT_EQ(names_of(matcher, 0), Names{"phony_dim_1"});
}

TEST(DimensionMatcher, AnUnlimitedOneIsAsLongAsItsLongestVariable) {
  DimensionMatcher matcher;
  Shape time = scale_of("time", 100, 7, 0);
  time.extent.most = {model::unlimited};
  matcher.add_scale(time);
  std::vector<Shape> shapes{shape_of({2}), shape_of({3})};
  for (Shape& shape : shapes) {
    shape.extent.most = {model::unlimited};
    shape.hidden.scales = {100};
  }
  matcher.match(root_alone, shapes);
  EXPECT_EQ(matcher.dimensions().front().length, 3U);
  EXPECT_EQ(matcher.lost_lengths(),
            Names{"is read with length 3, not 7: an unlimited dimension of netCDF-4 is as long as "
                  "its longest variable"});
}

// A file may have the same addresses and ids as a file that it links to.
TEST(DimensionMatcher, IdsAndAddressesAreThoseOfAFile) {
  Shape by_id = shape_of({4});
  by_id.hidden.dimension_ids = {0};
  Shape by_scale = shape_of({4});
  by_scale.hidden.scales = {100};
  const std::vector<Shape> variables{by_id, by_scale, elsewhere(by_id), elsewhere(by_scale)};
  DimensionMatcher one;
  one.add_scale(scale_of("x", 100, 4, 0));
  EXPECT_EQ(
      one.match(root_alone, variables),
      (std::vector<Names>{
          {},
          {},
          {"is read without the dimension with id 0, which is not reachable through any link"},
          {"is read without one of its dimensions, whose scale is not reachable through any "
           "link"}}));
  DimensionMatcher both;
  both.add_scale(scale_of("x", 100, 4, 0));
  both.add_scale(elsewhere(scale_of("y", 100, 4, 0)));
  EXPECT_EQ(both.match(root_alone, variables), std::vector<Names>(4));
  EXPECT_EQ(names_of(both, 1), Names{"x"});
  EXPECT_EQ(names_of(both, 2), Names{"y"});
  EXPECT_EQ(names_of(both, 3), Names{"y"});
}

TEST(DimensionMatcher, ScalesThatIdsContradictAreNoted) {
  DimensionMatcher matcher;
  matcher.add_scale(scale_of("x", 100, 4, 0));
  matcher.add_scale(scale_of("y", 200, 4, 1));
  matcher.add_scale(scale_of("short", 300, 2, 2));
  Shape variable = shape_of({4, 4, 4});
  variable.hidden.dimension_ids = {0, 1, 2};
  variable.hidden.scales = {200, 400, 100};
  EXPECT_EQ(matcher.match(root_alone, {variable}),
            (std::vector<Names>{
                Names{"is read with dimension x, which _Netcdf4Coordinates names; its scale is y",
                      "is read with dimension y, which _Netcdf4Coordinates names; its scale cannot "
                      "be read",
                      "is read without dimension short, whose length is 2, not 4"}}));
  EXPECT_EQ(names_of(matcher, 0), (Names{"x", "y", "x"}));
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
