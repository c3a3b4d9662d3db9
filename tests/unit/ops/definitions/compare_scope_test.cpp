// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/compare_scope.hpp"

#include <gtest/gtest.h>

#include "support/schema.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;

TEST(Expressible, AttributesHaveTheTypesOfTheFormat) {
  const auto expresses = [](Format format, TypeClass type) {
    return expresses_attribute_type(format, *model::atomic_type(type));
  };
  for (const Format format : {Format::classic, Format::offset64, Format::netcdf4_classic}) {
    EXPECT_TRUE(expresses(format, TypeClass::double_));
    EXPECT_FALSE(expresses(format, TypeClass::ubyte));
  }
  EXPECT_TRUE(expresses(Format::cdf5, TypeClass::uint64));
  EXPECT_FALSE(expresses(Format::cdf5, TypeClass::string));
  EXPECT_TRUE(expresses(Format::netcdf4, TypeClass::string));
  for (const Format format : {Format::nczarr, Format::zarr2, Format::zarr3}) {
    EXPECT_FALSE(expresses(format, TypeClass::int_));
    EXPECT_FALSE(expresses_lone_dimensions(format));
  }
}

TEST(Expressible, ClassicFilesHaveOneUnlimitedDimensionThatComesFirst) {
  model::Schema schema =
      test::one_variable(TypeClass::float_, {{"time", 2, true}, {"y", 3}, {"x", 4}});
  for (const Format format : {Format::classic, Format::offset64, Format::cdf5}) {
    EXPECT_TRUE(expresses_growth(format, schema, 0));
    EXPECT_TRUE(expresses_growth(format, schema, 1));
  }
  EXPECT_FALSE(expresses_growth(Format::zarr3, schema, 0));
  EXPECT_TRUE(expresses_growth(Format::zarr3, schema, 1));
  schema.variables.push_back(test::variable("w", TypeClass::float_, {1, 0}));
  EXPECT_FALSE(expresses_growth(Format::cdf5, schema, 0));
  EXPECT_TRUE(expresses_growth(Format::netcdf4_classic, schema, 0));
  schema.dimensions[1].is_unlimited = true;
  EXPECT_FALSE(expresses_growth(Format::netcdf4_classic, schema, 0));
  EXPECT_TRUE(expresses_growth(Format::netcdf4, schema, 0));
}

TEST(Expressible, ClassicFilesHaveNoFixedDimensionOfLengthZero) {
  const model::Schema schema = test::one_variable(TypeClass::float_, {{"x", 0}});
  EXPECT_FALSE(expresses_growth(Format::classic, schema, 0));
  EXPECT_TRUE(expresses_growth(Format::netcdf4, schema, 0));
}

}  // namespace
}  // namespace ncf::ops
