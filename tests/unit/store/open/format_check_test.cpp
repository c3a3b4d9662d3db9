// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/format_check.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

using model::atomic_type;
using model::Schema;
using model::TypeClass;

std::string refusal(const Schema& schema) {
  return test::refusal_of([&] { check_format(schema); }, ErrorCode::unsupported);
}

Schema schema_of(Format format) {
  Schema schema = test::one_variable(TypeClass::float_, {{"time", 0, true}, {"x", 3}});
  schema.format = format;
  return schema;
}

model::Attribute attribute(const std::string& name, TypeClass type) {
  return test::attribute(name, model::Values(atomic_type(type), 1));
}

constexpr Format restricted[] = {Format::classic, Format::offset64, Format::cdf5,
                                 Format::netcdf4_classic};

TEST(FormatCheck, EveryFormatHoldsAClassicSchema) {
  EXPECT_EQ(refusal(schema_of(Format::netcdf4)), "accepted");
  for (const Format format : restricted) EXPECT_EQ(refusal(schema_of(format)), "accepted");
}

TEST(FormatCheck, ZeroLength) {
  Schema schema = schema_of(Format::netcdf4);
  schema.dimensions[1].length = 0;
  EXPECT_EQ(refusal(schema),
            "dimension /x: no netCDF file can hold a fixed dimension of length 0; make it "
            "unlimited");
}

TEST(FormatCheck, AttributesOfOneName) {
  for (const Format format : {Format::classic, Format::netcdf4, Format::zarr3}) {
    Schema schema = schema_of(format);
    schema.variables[0].attributes = {attribute("a", TypeClass::int_),
                                      attribute("b", TypeClass::int_),
                                      attribute("a", TypeClass::int_)};
    EXPECT_EQ(refusal(schema),
              "variable /v: attribute a occurs twice, perhaps in two forms of Unicode; "
              "netCDF allows each name once");
    schema.groups[0].attributes = {attribute("c", TypeClass::int_),
                                   attribute("c", TypeClass::float_)};
    EXPECT_EQ(refusal(schema),
              "group /: attribute c occurs twice, perhaps in two forms of Unicode; "
              "netCDF allows each name once");
  }
}

TEST(FormatCheck, Groups) {
  for (const Format format : restricted) {
    Schema schema = schema_of(format);
    schema.groups.push_back({"g", 0, {}});
    EXPECT_EQ(refusal(schema), "group /g: " + std::string(format_name(format)) +
                                   " files have no groups; choose -k netCDF-4");
  }
}

TEST(FormatCheck, UserTypes) {
  Schema schema = schema_of(Format::netcdf4_classic);
  schema.types.push_back({0, test::vlen_of(atomic_type(TypeClass::int_), "list")});
  EXPECT_EQ(refusal(schema),
            "type list: netCDF-4 classic model files have no user-defined types; choose -k "
            "netCDF-4");
}

TEST(FormatCheck, PartsOfATypeHaveDifferentNamesInAFile) {
  const std::string composed = "\u00e9";
  const std::string decomposed = "e\u0301";
  Schema schema = schema_of(Format::netcdf4);
  const model::TypeRef number = atomic_type(TypeClass::int_);
  schema.types.push_back(
      {0, test::compound_of({{composed, 0, number, {}}, {decomposed, 4, number, {}}}, 8, "pair")});
  EXPECT_EQ(refusal(schema),
            "type pair: field " + decomposed + ": netCDF-4 files cannot contain it and field " +
                composed + ": both would be named '" + composed + "' there; rename one of them");
}

TEST(FormatCheck, TypesOfVariables) {
  Schema schema = schema_of(Format::offset64);
  schema.variables[0].type = atomic_type(TypeClass::uint64);
  EXPECT_EQ(
      refusal(schema),
      "variable /v: 64-bit offset files have no type uint64; choose -k netCDF-4 or -k cdf5, or "
      "the nearest type (ncfcopy of such a file)");
  schema.format = Format::cdf5;
  EXPECT_EQ(refusal(schema), "accepted");
  schema.variables[0].type = atomic_type(TypeClass::string);
  EXPECT_EQ(refusal(schema),
            "variable /v: cdf5 files have no type string; choose -k netCDF-4, or characters "
            "(ncfcopy --strings characters)");
  schema.format = Format::netcdf4_classic;
  schema.variables[0].type = atomic_type(TypeClass::ubyte);
  EXPECT_EQ(refusal(schema),
            "variable /v: netCDF-4 classic model files have no type ubyte; choose -k netCDF-4 or "
            "-k cdf5, or the nearest type (ncfcopy of such a file)");
}

TEST(FormatCheck, TypesOfAttributes) {
  Schema schema = schema_of(Format::classic);
  schema.groups[0].attributes = {attribute("count", TypeClass::int64)};
  EXPECT_EQ(
      refusal(schema),
      "attribute count: classic files have no type int64; choose -k netCDF-4 or -k cdf5, or the "
      "nearest type (ncfcopy of such a file)");
  schema.groups[0].attributes.clear();
  schema.variables[0].attributes = {attribute("title", TypeClass::string)};
  EXPECT_EQ(
      refusal(schema),
      "variable /v: attribute title: classic files have no type string; choose -k netCDF-4, or "
      "characters (ncfcopy --strings characters)");
}

TEST(FormatCheck, OneUnlimitedDimension) {
  for (const Format format : restricted) {
    Schema schema = schema_of(format);
    schema.dimensions[1].is_unlimited = true;
    EXPECT_EQ(refusal(schema),
              "dimension /x: " + std::string(format_name(format)) +
                  " files have one unlimited dimension at most, and /time is one "
                  "already; give it a fixed length (ncfcopy -u) or choose -k netCDF-4");
  }
}

TEST(FormatCheck, ALengthOfZeroCannotBeFixed) {
  Schema schema = schema_of(Format::classic);
  for (model::Dimension& dimension : schema.dimensions) dimension = {dimension.name, 0, true};
  EXPECT_EQ(refusal(schema),
            "dimension /x: classic files have one unlimited dimension at most, and /time is one "
            "already; choose -k netCDF-4, because a length of 0 cannot be fixed");
  schema.dimensions[1] = {"x", 3};
  schema.variables[0].dimensions = {1, 0};
  EXPECT_EQ(refusal(schema),
            "variable /v: in classic files an unlimited dimension comes first, and /time does "
            "not; choose -k netCDF-4, because a length of 0 cannot be fixed");
}

TEST(FormatCheck, UnlimitedComesFirst) {
  Schema schema = schema_of(Format::classic);
  schema.dimensions[0].length = 4;
  schema.variables[0].dimensions = {1, 0};
  EXPECT_EQ(refusal(schema),
            "variable /v: in classic files an unlimited dimension comes first, and /time does "
            "not; give it a fixed length (ncfcopy -u) or choose -k netCDF-4");
  schema.format = Format::netcdf4_classic;
  EXPECT_EQ(refusal(schema), "accepted");
}

/// Returns a schema of variables double NAME(x), and double NAME(time, x) for names in capitals.
Schema schema_with(Format format, std::size_t length, const std::string& names) {
  Schema schema = schema_of(format);
  schema.dimensions[1].length = length;
  model::Variable variable = schema.variables.front();
  variable.type = atomic_type(TypeClass::double_);
  schema.variables.clear();
  for (const char name : names) {
    variable.name = std::string(1, name);
    variable.dimensions =
        name < 'a' ? std::vector<model::DimensionId>{0, 1} : std::vector<model::DimensionId>{1};
    schema.variables.push_back(variable);
  }
  return schema;
}

TEST(FormatCheck, SizesOfVariables) {
  constexpr std::size_t gib = std::size_t{1} << 30U;
  const auto larger = [](const std::string& name, const std::string& files) {
    return "variable /" + name + ": is larger than " + files +
           " files allow before other variables; choose -k cdf5 or -k netCDF-4";
  };
  const std::string offset = "64-bit offset";
  // 8 GiB each; the last of all may have any size.
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib, "a")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib, "A")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib, "ab")), larger("a", offset));
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib, "Ab")), larger("b", offset));
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib, "AB")), larger("A", offset));
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib / 2, "ab")), larger("a", offset));
  EXPECT_EQ(refusal(schema_with(Format::offset64, gib / 2 - 1, "abAB")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::cdf5, gib, "abAB")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::netcdf4_classic, gib, "abAB")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::classic, gib, "a")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::classic, gib / 4, "ab")), larger("a", "classic"));
  EXPECT_EQ(refusal(schema_with(Format::classic, gib / 8, "ab")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::classic, gib / 8, "abA")),
            "variable /A: begins farther in the file than classic files allow; choose -k "
            "64-bit-offset, -k cdf5 or -k netCDF-4");
}

TEST(FormatCheck, LengthsOfDimensions) {
  constexpr std::size_t half = std::size_t{1} << 31U;
  EXPECT_EQ(refusal(schema_with(Format::classic, half - 4, "a")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::classic, half - 3, "")),
            "dimension /x: is longer than classic files allow; choose -k cdf5 or -k netCDF-4");
  EXPECT_EQ(refusal(schema_with(Format::offset64, 2 * half - 4, "a")), "accepted");
  EXPECT_EQ(refusal(schema_with(Format::offset64, 2 * half - 3, "")),
            "dimension /x: is longer than 64-bit offset files allow; choose -k cdf5 or -k "
            "netCDF-4");
}

TEST(FormatCheck, WhatIsDoneToValues) {
  Schema schema = schema_of(Format::classic);
  schema.variables[0].storage = {model::Layout::chunked, {1, 3}};
  EXPECT_EQ(refusal(schema), "accepted");  // the format decides on the layout
  schema.variables[0].filters = {{1, {5}}};
  EXPECT_EQ(refusal(schema),
            "variable /v: classic files have no filters; choose -k netCDF-4 or no filter");
  schema.variables[0].filters.clear();
  schema.variables[0].asked_filters = Chain{{1, {5}}};
  EXPECT_EQ(refusal(schema),
            "variable /v: classic files have no filters; choose -k netCDF-4 or no filter");
  schema.variables[0].asked_filters = Chain{};
  schema.variables[0].quantization = {{}, 3};
  EXPECT_EQ(refusal(schema), "variable /v: classic files have no quantization; choose -k netCDF-4");
}

}  // namespace
}  // namespace ncf::store
