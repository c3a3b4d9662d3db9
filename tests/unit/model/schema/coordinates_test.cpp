// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/coordinates.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

#include "support/schema.hpp"

namespace ncf::model {
namespace {

using Attributes = std::vector<std::pair<const char*, const char*>>;

struct Described {
  const char* name;
  Attributes attributes = {};
  std::vector<DimensionId> dimensions = {0};
};

std::vector<Attribute> attributes_of(const Attributes& texts) {
  std::vector<Attribute> attributes;
  for (const auto& [name, text] : texts) {
    attributes.push_back(test::text_attribute(name, text));
  }
  return attributes;
}

/// Returns a schema of variables with the dimension "x".
Schema schema_of(const std::vector<Described>& variables) {
  Schema schema;
  schema.dimensions.push_back({.name = "x", .length = 4});
  for (const Described& described : variables) {
    schema.variables.push_back(
        test::variable(described.name, TypeClass::double_, described.dimensions));
    schema.variables.back().attributes = attributes_of(described.attributes);
  }
  return schema;
}

/// Returns the names of the coordinates, each followed by a blank.
std::string coordinates_of(const Schema& schema) {
  const std::vector<bool> coordinates = find_coordinates(schema);
  std::string names;
  for (VariableId id = 0; id < coordinates.size(); ++id) {
    if (coordinates[id]) names += schema.variables[id].name + ' ';
  }
  return names;
}

TEST(Coordinates, HaveTheNameOfADimension) {
  EXPECT_EQ(coordinates_of(schema_of({{"x"}, {"y"}, {"X"}})), "x ");
}

TEST(Coordinates, AreListedByAttributesOfOthers) {
  for (const char* attribute :
       {"coordinates", "bounds", "climatology", "grid_mapping", "geometry", "node_coordinates",
        "node_count", "part_node_count", "interior_ring", "mesh", "face_node_connectivity"}) {
    EXPECT_EQ(coordinates_of(schema_of({{"v", {{attribute, "a  b\n"}}}, {"a"}, {"b"}, {"c"}})),
              "a b ")
        << attribute;
  }
}

TEST(Coordinates, AreScalarsToo) {
  EXPECT_EQ(coordinates_of(schema_of({{"v", {{"coordinates", "height"}}}, {"height", {}, {}}})),
            "height ");
}

TEST(Coordinates, StandBehindTheTermsOfAFormula) {
  for (const char* attribute : {"formula_terms", "cell_measures"}) {
    EXPECT_EQ(coordinates_of(
                  schema_of({{"v", {{attribute, "a: ap b: bp"}}}, {"a"}, {"ap"}, {"b"}, {"bp"}})),
              "ap bp ")
        << attribute;
  }
}

TEST(Coordinates, StandBeforeThoseThatAGridMappingIsOf) {
  EXPECT_EQ(coordinates_of(schema_of(
                {{"v", {{"grid_mapping", "crs: lon lat"}}}, {"crs", {}, {}}, {"lat"}, {"lon"}})),
            "crs lat lon ");
}

TEST(Coordinates, ArePartsOfWordsNever) {
  EXPECT_EQ(coordinates_of(schema_of({{"v", {{"coordinates", "latitude"}}}, {"lat"}})), "");
  EXPECT_EQ(coordinates_of(schema_of({{"v", {{"comment", "lat"}}}, {"lat"}})), "");
}

TEST(Coordinates, MayBeNamedWithTheirPathOrByAGroup) {
  EXPECT_EQ(
      coordinates_of(schema_of({{"v", {{"coordinates", "/grid/lat ../lon"}}}, {"lat"}, {"lon"}})),
      "lat lon ");
  Schema schema = schema_of({{"lat"}, {"v"}});
  schema.groups[0].attributes = attributes_of({{"coordinates", "lat"}});
  EXPECT_EQ(coordinates_of(schema), "lat ");
}

TEST(Coordinates, MayBeNamedByStrings) {
  Schema schema = schema_of({{"v"}, {"lat"}});
  Values names(atomic_type(TypeClass::string), 2);
  char* const name = strdup("lat");
  std::memcpy(names.data() + sizeof name, &name, sizeof name);  // the first stays null
  schema.variables[0].attributes.push_back(test::attribute("coordinates", std::move(names)));
  EXPECT_EQ(coordinates_of(schema), "lat ");
}

TEST(Coordinates, HaveUnitsOfTimeOrPosition) {
  for (const char* units : {"days since 1900-01-01", "hours  since 2000-1-1 12:00", "degrees_north",
                            "degree_east", "seconds SINCE 1970-01-01"}) {
    EXPECT_EQ(coordinates_of(schema_of({{"v", {{"units", units}}}})), "v ") << units;
  }
  for (const char* units : {"days", "since", "degrees", "degrees_north s-1", "K", ""}) {
    EXPECT_EQ(coordinates_of(schema_of({{"v", {{"units", units}}}})), "") << units;
  }
}

TEST(Coordinates, HaveAnAxis) {
  EXPECT_EQ(coordinates_of(schema_of({{"lev", {{"axis", "Z"}}}, {"v"}})), "lev ");
}

std::string associated_with(const Schema& schema, VariableId id) {
  std::vector<bool> marked(schema.variables.size(), false);
  marked[id] = true;
  marked = with_associated(schema, marked);
  std::string names;
  for (VariableId other = 0; other < marked.size(); ++other) {
    if (marked[other]) names += schema.variables[other].name + ' ';
  }
  return names;
}

TEST(Coordinates, BelongToVariables) {
  const Schema schema = schema_of({{"t",
                                    {{"coordinates", "lat absent"},
                                     {"grid_mapping", "crs: x y"},
                                     {"ancillary_variables", "flags"}}},
                                   {"x", {{"bounds", "x_bounds"}}},
                                   {"lat", {{"ancillary_variables", "lat_error"}}, {}},
                                   {"lat_error", {}, {}},
                                   {"crs", {}, {}},
                                   {"flags"},
                                   {"x_bounds"},
                                   {"other", {{"coordinates", "t"}}}});
  EXPECT_EQ(associated_with(schema, 0), "t x lat lat_error crs flags x_bounds ");
  EXPECT_EQ(associated_with(schema, 3), "lat_error ");
  EXPECT_EQ(associated_with(schema, 7), "t x lat lat_error crs flags x_bounds other ");
}

TEST(Coordinates, BelongToTheVariablesOfTheirGroup) {
  Schema schema = schema_of({{"lat", {}, {}},
                             {"lat", {}, {}},
                             {"lat", {}, {}},
                             {"t", {{"coordinates", "lat"}}, {}},
                             {"u", {{"coordinates", "/b/lat"}}, {}},
                             {"v", {{"coordinates", "b/lat absent/lat"}}, {}},
                             {"w", {{"coordinates", "../b/lat"}}, {}}});
  schema.groups.push_back({"a", 0, {}});
  schema.groups.push_back({"b", 0, {}});
  schema.variables[1].group = 1;
  schema.variables[2].group = 2;
  schema.variables[3].group = 1;
  schema.variables[4].group = 1;
  schema.variables[6].group = 1;
  const auto marked = [&](VariableId id) {
    std::vector<bool> marks(schema.variables.size(), false);
    marks[id] = true;
    return with_associated(schema, marks);
  };
  EXPECT_EQ(marked(3), (std::vector<bool>{false, true, false, true, false, false, false}));
  EXPECT_EQ(marked(4), (std::vector<bool>{false, false, true, false, true, false, false}));
  EXPECT_EQ(marked(5), (std::vector<bool>{false, false, true, false, false, true, false}));
  EXPECT_EQ(marked(6), (std::vector<bool>{false, false, true, false, false, false, true}));
}

}  // namespace
}  // namespace ncf::model
