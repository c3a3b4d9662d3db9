// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/marker_attributes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::TypeClass;
using model::Values;
using Notes = std::vector<std::string>;

Values doubles(const std::vector<double>& all) { return test::values_of(TypeClass::double_, all); }

Values floats(const std::vector<float>& all) { return test::values_of(TypeClass::float_, all); }

Values short_of(std::int16_t number) {
  return test::values_of<std::int16_t>(TypeClass::short_, {number});
}

/// Returns a schema of the variable "v" with an attribute.
Schema schema_with(TypeClass type, const std::string& attribute, Values values) {
  Schema schema = test::one_variable(type);
  schema.variables[0].attributes = {test::attribute(attribute, std::move(values))};
  return schema;
}

const Values* find_values(const Schema& schema, const char* name) {
  const auto* const attribute = model::find_attribute(schema.variables[0].attributes, name);
  return attribute == nullptr ? nullptr : attribute->values.get();
}

TEST(MarkerAttributes, ConvertTheFillValueInEveryFormat) {
  for (const Format format : {Format::classic, Format::cdf5, Format::netcdf4, Format::zarr2,
                              Format::zarr3, Format::nczarr}) {
    Schema schema = schema_with(TypeClass::float_, "_FillValue", doubles({1e20}));
    Notes notes;
    adapt_markers(schema, format, notes);
    EXPECT_EQ(*find_values(schema, "_FillValue"), floats({1e20F}));
    EXPECT_EQ(notes, Notes{"attribute /v:_FillValue becomes float 1.e+20f instead of double "
                           "1.e+20: readers compare it with the variable's values"});
  }
}

TEST(MarkerAttributes, ConvertAnEqualFillValueWhereTheFormatRequiresItsType) {
  for (const Format format : {Format::classic, Format::netcdf4}) {
    Schema schema = schema_with(TypeClass::float_, "_FillValue", doubles({-999}));
    Notes notes;
    adapt_markers(schema, format, notes);
    const bool is_left = format == Format::classic;
    EXPECT_EQ(*find_values(schema, "_FillValue"), is_left ? doubles({-999}) : floats({-999}));
    EXPECT_EQ(notes.size(), is_left ? 0U : 1U);
  }
}

TEST(MarkerAttributes, LeaveAFillValueThatNoValueEqualsToFormatsWithoutChunks) {
  for (const Format format : {Format::classic, Format::netcdf4, Format::zarr2}) {
    Schema schema = schema_with(TypeClass::byte_, "_FillValue", short_of(300));
    Notes notes;
    adapt_markers(schema, format, notes);
    const bool is_left = format == Format::classic;
    EXPECT_EQ(find_values(schema, "_FillValue") != nullptr, is_left);
    EXPECT_EQ(notes, is_left ? Notes{}
                             : Notes{"attribute /v:_FillValue (short 300s) is left out: no byte is "
                                     "equal to it, so it marks no value as missing"});
  }
}

TEST(MarkerAttributes, LeaveOutAnOddFillValueOfAVariableToFill) {
  Schema schema = schema_with(TypeClass::byte_, "_FillValue", short_of(300));
  Notes notes;
  fit_fill_values(schema, {}, notes);
  EXPECT_EQ(notes, Notes{});
  fit_fill_values(schema, {0}, notes);
  EXPECT_EQ(find_values(schema, "_FillValue"), nullptr);
  EXPECT_EQ(notes.size(), 1U);
}

TEST(MarkerAttributes, HaveOneFillValueInGeneratedFiles) {
  for (const auto& [values, text] :
       {std::pair(floats({1, 2}), "float 1.f, 2.f"), std::pair(doubles({}), "no value")}) {
    Schema schema = schema_with(TypeClass::float_, "_FillValue", values);
    Notes notes;
    fit_fill_values(schema, {0}, notes);
    EXPECT_EQ(find_values(schema, "_FillValue"), nullptr);
    EXPECT_EQ(notes, Notes{std::string("attribute /v:_FillValue (") + text +
                           ") is left out: a fill value is one value, so readers find none"});
  }
}

TEST(MarkerAttributes, DivideSeveralFillValues) {
  Schema schema = schema_with(TypeClass::float_, "_FillValue", doubles({1e20, 1e300, -999.9}));
  Notes notes;
  adapt_markers(schema, Format::classic, notes);
  EXPECT_EQ(*find_values(schema, "_FillValue"), floats({1e20F}));
  EXPECT_EQ(*find_values(schema, "missing_value"), floats({-999.9F}));
  EXPECT_EQ(notes, Notes{"attribute /v:_FillValue (double 1.e+20, 1.e+300, -999.9) becomes one "
                         "float, because netCDF has one fill value; missing_value gets the "
                         "others"});

  schema = schema_with(TypeClass::float_, "_FillValue", floats({1, 2}));
  schema.variables[0].attributes.push_back(test::attribute("missing_value", doubles({3})));
  adapt_markers(schema, Format::netcdf4, notes);
  EXPECT_EQ(*find_values(schema, "_FillValue"), floats({1}));
  EXPECT_EQ(*find_values(schema, "missing_value"), floats({3, 2}));
}

TEST(MarkerAttributes, ConvertListsWithNumbersThatAreNoFloats) {
  for (const char* name : {"missing_value", "valid_range"}) {
    Schema schema = schema_with(TypeClass::float_, name, doubles({-999.9, 1e20}));
    Notes notes;
    adapt_markers(schema, Format::classic, notes);
    EXPECT_EQ(*find_values(schema, name), floats({-999.9F, 1e20F}));
    EXPECT_EQ(notes, Notes{std::string("attribute /v:") + name +
                           " becomes float -999.9f, 1.e+20f instead of double -999.9, 1.e+20: "
                           "readers compare it with the variable's values"});
  }
}

TEST(MarkerAttributes, LeaveOutMissingValuesThatNoFloatEquals) {
  Schema schema = schema_with(TypeClass::float_, "missing_value", doubles({1e20, 1e300}));
  Notes notes;
  adapt_markers(schema, Format::netcdf4, notes);
  EXPECT_EQ(*find_values(schema, "missing_value"), floats({1e20F}));
  EXPECT_EQ(notes, Notes{"attribute /v:missing_value becomes float 1.e+20f instead of double "
                         "1.e+20, 1.e+300: no float is equal to what is left out"});
}

TEST(MarkerAttributes, KeepTheirTypeWhereItChangesNothing) {
  const auto is_kept = [](TypeClass type, const char* name, const Values& values) {
    Schema schema = schema_with(type, name, values);
    Notes notes;
    adapt_markers(schema, Format::netcdf4, notes);
    return *find_values(schema, name) == values && notes.empty();
  };
  EXPECT_TRUE(is_kept(TypeClass::float_, "_FillValue", floats({1})));
  EXPECT_TRUE(is_kept(TypeClass::float_, "missing_value", doubles({-999, 0.5})));  // floats, too
  EXPECT_TRUE(is_kept(TypeClass::float_, "missing_value", doubles({1e300})));
  EXPECT_TRUE(is_kept(TypeClass::float_, "valid_range", doubles({0.1, 1e300})));
  EXPECT_TRUE(is_kept(TypeClass::float_, "missing_value", model::text_values("NaN")));
  EXPECT_TRUE(is_kept(TypeClass::byte_, "missing_value", short_of(300)));
  EXPECT_TRUE(is_kept(TypeClass::short_, "valid_max", doubles({99.5})));
  EXPECT_TRUE(is_kept(TypeClass::float_, "flag_values", doubles({0.1})));
}

TEST(MarkerAttributes, KeepValidRangesOfPackedValues) {
  Schema schema = schema_with(TypeClass::float_, "valid_max", doubles({0.1}));
  schema.variables[0].attributes.push_back(test::attribute("scale_factor", doubles({0.5})));
  Notes notes;
  adapt_markers(schema, Format::netcdf4, notes);
  EXPECT_EQ(*find_values(schema, "valid_max"), doubles({0.1}));
  EXPECT_EQ(notes, Notes{});
}

TEST(MarkerAttributes, AreOnlyTheFillValueInGeneratedFiles) {
  Schema schema = schema_with(TypeClass::float_, "missing_value", doubles({1e20}));
  Notes notes;
  fit_fill_values(schema, {0}, notes);
  EXPECT_EQ(*find_values(schema, "missing_value"), doubles({1e20}));
}

TEST(MarkerAttributes, AreNamedTogether) {
  Schema schema = schema_with(TypeClass::float_, "_FillValue", doubles({1e20}));
  schema.variables[0].attributes.push_back(test::attribute("missing_value", doubles({1e20})));
  for (const std::int16_t odd : {std::int16_t{300}, std::int16_t{301}}) {
    model::Variable byte = test::variable("b" + std::to_string(odd), TypeClass::byte_);
    byte.attributes = {test::attribute("_FillValue", short_of(odd))};
    schema.variables.push_back(std::move(byte));
  }
  Notes notes;
  adapt_markers(schema, Format::netcdf4, notes);
  EXPECT_EQ(notes,
            (Notes{"attributes /v:_FillValue, /v:missing_value get the types of their variables: "
                   "readers compare them with their values",
                   "attributes /b300:_FillValue (short 300s), /b301:_FillValue (short 301s) are "
                   "left out: no values of their variables can be equal to them, so they mark none "
                   "as missing"}));
}

}  // namespace
}  // namespace ncf::ops
