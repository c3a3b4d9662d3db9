// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/schema.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "support/errors.hpp"
#include "support/schema.hpp"

namespace ncf::model {
namespace {

Schema nested_schema() {
  Schema schema;
  schema.groups = {{"", std::nullopt, {}}, {"forecast", 0, {}}, {"model", 1, {}}};
  schema.dimensions = {{"time", 4, true, 0}, {"level", 3, false, 1}};
  Variable variable = test::variable("t2m", TypeClass::float_, {0, 1});
  schema.variables.push_back(variable);
  variable.group = 2;
  variable.dimensions.clear();
  schema.variables.push_back(variable);
  return schema;
}

// A filter of a file is never mistaken for one that a user gives, or the other way round.
static_assert(!std::is_convertible_v<StoredFilter, Filter>);
static_assert(!std::is_convertible_v<Filter, StoredFilter>);
static_assert(!std::is_constructible_v<Chain, StoredChain>);
static_assert(!std::is_constructible_v<StoredChain, Chain>);

TEST(Variable, GetsWhatWasAskedForOrSuchFiltersAsItHas) {
  Variable variable;
  EXPECT_FALSE(variable.has_filters());
  variable.filters = {{2, {4}}, {4, {169, 8, 32, 64}}, {32008, {0, 3, 4, 0, 2}}};
  EXPECT_TRUE(variable.has_filters());
  EXPECT_EQ(variable.filters_to_define(), (Chain{{2, {}}, {4, {169, 8}}, {32008, {0, 2}}}));
  variable.asked_filters = Chain{{1, {5}}};
  EXPECT_EQ(variable.filters_to_define(), (Chain{{1, {5}}}));
  variable.asked_filters = Chain{};
  EXPECT_FALSE(variable.has_filters());
}

TEST(Schema, Paths) {
  const Schema schema = nested_schema();
  EXPECT_EQ(schema.group_path(0), "/");
  EXPECT_EQ(schema.group_path(1), "/forecast");
  EXPECT_EQ(schema.group_path(2), "/forecast/model");
  EXPECT_EQ(schema.variable_path(0), "/t2m");
  EXPECT_EQ(schema.variable_path(1), "/forecast/model/t2m");
  EXPECT_EQ(schema.dimension_path(0), "/time");
  EXPECT_EQ(schema.dimension_path(1), "/forecast/level");
}

TEST(Schema, Shapes) {
  const Schema schema = nested_schema();
  EXPECT_EQ(schema.shape(schema.variables[0]), (std::vector<std::size_t>{4, 3}));
  EXPECT_FALSE(schema.variables[0].is_scalar());
  EXPECT_TRUE(schema.shape(schema.variables[1]).empty());
  EXPECT_TRUE(schema.variables[1].is_scalar());
}

TEST(Schema, VariablesOfAnotherAreFoundByPath) {
  const Schema schema = nested_schema();
  Schema other = schema;
  std::swap(other.variables[0], other.variables[1]);
  EXPECT_EQ(find_variables(schema, other), (std::vector<VariableId>{1, 0}));
  other.variables.pop_back();
  EXPECT_EQ(test::reason_of([&] { find_variables(schema, other); }, ErrorCode::io),
            "variable /t2m no longer exists");
}

TEST(Schema, AttributesAreFoundByName) {
  const std::vector<Attribute> attributes{test::text_attribute("units", "K"),
                                          test::text_attribute("unit", "m")};
  ASSERT_NE(find_attribute(attributes, "unit"), nullptr);
  EXPECT_EQ(text_of(*find_attribute(attributes, "unit")->values), "m");
  EXPECT_EQ(find_attribute(attributes, "Units"), nullptr);
}

}  // namespace
}  // namespace ncf::model
