// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/filter_choice.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/schema.hpp"

namespace ncf::ops {
namespace {

/// Returns a file whose only variable, of one dimension, holds `filters`.
model::Schema schema_with(const StoredChain& filters) {
  model::Schema schema = test::one_variable(model::TypeClass::float_, {{"x", 1024}});
  schema.variables[0].filters = filters;
  return schema;
}

FilterChoice chosen(const CopyOptions& options, const StoredChain& input_filters) {
  std::vector<std::string> notes;
  const Subset source = choose_subset(options, schema_with(input_filters));
  return FilterRequest(options, notes).choose(source, Format::netcdf4, notes, nullptr).front();
}

TEST(FilterChoice, WhatNobodyDecidesIsKeptAsStored) {
  const FilterChoice choice = chosen({}, {{2, {4}}, {32008, {0, 3, 4, 0, 2}}});
  EXPECT_EQ(choice.filters, std::nullopt);
  EXPECT_EQ(choice.by, "as in the input");
}

TEST(FilterChoice, AnOptionInPartsMeansTheSameAsItsText) {
  FilterOption option;
  option.selector.items = {{"v", {}}};
  option.spec.filters = {NamedFilter{"zstd", {}, {}, {}}};
  CopyOptions options;
  options.filters = {"*,deflate,1", option};
  const FilterChoice choice = chosen(options, {});
  EXPECT_EQ(choice.filters, (Chain{{32015, {3}}}));
  EXPECT_EQ(choice.by, "-F v,zstd");
}

TEST(FilterChoice, AnOptionReplacesThem) {
  CopyOptions options;
  options.filters = {"v,zstd,3"};
  const FilterChoice choice = chosen(options, {{1, {5}}});
  EXPECT_EQ(choice.filters, (Chain{{32015, {3}}}));
}

TEST(FilterChoice, OtherSizesOfValuesAreErrorsByNameAndNoFiltersByPattern) {
  const std::string reason =
      "codec shuffle elementsize is 2, but each value has 4 bytes; expected 4 or 0";
  CopyOptions options;
  options.filters = {R"(*,{"id":"shuffle","elementsize":2})"};
  const FilterChoice choice = chosen(options, {});
  EXPECT_EQ(choice.filters, Chain{});
  EXPECT_EQ(choice.by, reason + ": cannot have filters");
  options.filters = {R"(v,{"id":"shuffle","elementsize":2})"};
  const Error error = test::error_of([&] { chosen(options, {}); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_TRUE(error.message().ends_with("variable /v: " + reason)) << error.message();
}

TEST(FilterChoice, CodecsOfZarrMayEncodeFewerTypesThanFilters) {
  model::Schema schema = schema_with({});
  schema.variables[0].byte_order = model::ByteOrder::big;
  const auto choose_for = [&](const char* filters, Format output) {
    std::vector<std::string> notes;
    CopyOptions options;
    options.filters = {filters};
    const Subset source = choose_subset(options, schema);
    return FilterRequest(options, notes).choose(source, output, notes, nullptr).front();
  };
  const std::string reason = "numcodecs' zfpy encodes little-endian numbers, not big-endian float";
  EXPECT_EQ(choose_for("*,zfp,reversible", Format::netcdf4).filters, (Chain{{32013, {5}}}));
  const FilterChoice choice = choose_for("*,zfp,reversible", Format::zarr2);
  EXPECT_EQ(choice.filters, Chain{});
  EXPECT_EQ(choice.by, reason + ": cannot have filters");
  const Error error = test::error_of([&] { choose_for("v,zfp,reversible", Format::zarr2); });
  EXPECT_TRUE(error.message().ends_with("variable /v: " + reason)) << error.message();
}

TEST(FilterChoice, DeflateLeavesFiltersThatItCannotReplace) {
  model::Schema schema = test::one_variable(model::TypeClass::string, {{"x", 1024}});
  CopyOptions options;
  options.deflate = 5;
  std::vector<std::string> notes;
  const auto choose_of = [&] {
    const Subset source = choose_subset(options, schema);
    return FilterRequest(options, notes).choose(source, Format::netcdf4, notes, nullptr).front();
  };
  EXPECT_EQ(choose_of().filters, Chain{});
  schema.variables[0].filters = {{1, {1}}};
  EXPECT_EQ(choose_of().filters, std::nullopt);
  options.deflate = 0;
  EXPECT_EQ(choose_of().filters, Chain{});
}

TEST(FilterChoice, TheLevelOfDeflateIsChecked) {
  for (const int level : {-1, 10}) {
    CopyOptions options;
    options.deflate = level;
    const Error error = test::error_of([&] { chosen(options, {}); });
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message(), "-d " + std::to_string(level) + ": deflate's level is 0 to 9");
  }
}

/// Returns a schema of /t(x), /x(x) and /x_bnds(x), the bounds of /x.
model::Schema schema_with_coordinates() {
  model::Schema schema = schema_with({});
  for (const char* name : {"x", "x_bnds"}) {
    schema.variables.push_back(schema.variables.front());
    schema.variables.back().name = name;
  }
  schema.variables[1].attributes = {test::text_attribute("bounds", "x_bnds")};
  return schema;
}

TEST(FilterChoice, LossyFiltersReachCoordinatesByTheirNamesOnly) {
  CopyOptions options;
  options.filters = {"*,zstd,3", ":float,zfp,accuracy=0.5", "x_bnds,zfp,precision=9"};
  std::vector<std::string> notes;
  const Subset source = choose_subset(options, schema_with_coordinates());
  const auto choices =
      FilterRequest(options, notes).choose(source, Format::netcdf4, notes, nullptr);
  EXPECT_EQ(choices[0].by, "-F :float,zfp,accuracy=0.5");
  EXPECT_EQ(choices[1].by, "-F *,zstd,3");
  EXPECT_EQ(choices[2].by, "-F x_bnds,zfp,precision=9");
  EXPECT_EQ(notes,
            (std::vector<std::string>{
                "coordinates keep their exact values: /x; to change them too, name them with "
                "-F",
                "/x_bnds is a coordinate, and \"x_bnds,zfp,precision=9\" may change "
                "its values",
                "coordinates that only programs with a plugin for zstd can read: /x; \":data\" in "
                "place of \"*\" leaves coordinates as they are"}));
}

TEST(FilterChoice, OfAPartOfAFileCoordinatesAreStillCoordinates) {
  CopyOptions options;
  options.filters = {"*,zfp,accuracy=0.5"};
  options.variables = PartialCopy{{"x_bnds"}, false};
  std::vector<std::string> notes;
  const Subset source = choose_subset(options, schema_with_coordinates());
  const auto choices =
      FilterRequest(options, notes).choose(source, Format::netcdf4, notes, nullptr);
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices[0].by, "as in the input");
}

TEST(FilterChoice, ReversibleFiltersReachCoordinates) {
  CopyOptions options;
  options.filters = {"*,zfp,mode=reversible"};
  options.strict = true;  // without advice
  std::vector<std::string> notes;
  const Subset source = choose_subset(options, schema_with_coordinates());
  for (const FilterChoice& choice :
       FilterRequest(options, notes).choose(source, Format::netcdf4, notes, nullptr)) {
    EXPECT_EQ(choice.by, "-F *,zfp,mode=reversible");
  }
  EXPECT_TRUE(notes.empty());
}

}  // namespace
}  // namespace ncf::ops
